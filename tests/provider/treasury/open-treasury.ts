import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { v7 } from 'uuid';
import { createDatabase, type Database } from '../../../provider/db/database.ts';
import { defaultEconomy, type Economy, validateEconomy } from '../../../provider/economy.ts';
import { calls } from '../../../provider/handlers.ts';
import { type Account, memberAccount, pooledAccount, type Token } from '../../../provider/ledger/account.ts';
import { auditLedger, type AuditReport } from '../../../provider/ledger/audit.ts';
import { accountBalance } from '../../../provider/ledger/balances.ts';
import { postTransaction } from '../../../provider/ledger/post.ts';
import { beginSession } from '../../../provider/modules/account/sessions.ts';
import { settleDueInsurances, type Settlements } from '../../../provider/modules/insurance/settle-due-insurances.ts';
import { packageId } from '../../../provider/modules/treasury/treasury-supply.ts';
import { promises } from '../../../provider/modules/promises.ts';
import { fromTokens, inTokens } from '../../../provider/token-amounts.ts';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import type { SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import { signIfOrder } from '../intent/sign-order.ts';
import { operate } from '../operate.ts';
import { pricesAtHand, type PricesAtHand } from '../price/prices-at-hand.ts';
import { type SignedIn, signIn } from '../sign-in.ts';
import { type Answer, openProvider, type TestProvider } from '../start-provider.ts';

type Calls = typeof calls;

export const ONE = 10n ** 18n;
export const SECOND_MS = 1_000;
export const DAY_MS = 86_400_000;

export interface Order {
  pack?: string;
  amount?: string;
  maxPrice?: string;
  insured?: boolean;
  key?: string;
}

export interface Buyer {
  id: string;
  /** Makes a call that must succeed, in a new session, with a new key if the call takes one. */
  call: <Name extends keyof Calls>(name: Name, input?: CallInput) => Promise<SentDataOf<Calls[Name]>>;
  /** Makes a call and returns its response, refused or not. */
  send: (name: keyof Calls, input?: CallInput) => Promise<Answer>;
  /** By default 100 USDT of SEED, uninsured, at any price. */
  buy: (order?: Order) => Promise<SentDataOf<Calls['purchaseTreasury']>>;
  tryToBuy: (order?: Order) => Promise<Answer>;
  available: (token: Token) => Promise<string>;
}

export interface CallInput {
  query?: Record<string, string>;
  body?: unknown;
  key?: string;
  language?: LanguageCode;
}

export interface Treasury {
  provider: TestProvider;
  database: Database;
  prices: PricesAtHand;
  economy: Economy;
  /** A new member who has this much USDT. */
  buyer: (usdt?: string) => Promise<Buyer>;
  give: (account: Account, token: Token, amount: string) => Promise<void>;
  /** An account's balance in whole tokens. */
  holds: (account: Account, token: Token) => Promise<string>;
  setPrice: (price: string) => void;
  pass: (ms: number) => void;
  settle: () => Promise<Settlements>;
  audit: () => Promise<AuditReport>;
}

export interface TreasuryOptions {
  economy?: Economy;
  /** In the insurance pool at the beginning, in USDT. */
  insurancePool?: string;
}

/** A provider that sells JUF at half a USDT, and members who buy; gone when the test is. */
export async function startTreasury(options: TreasuryOptions = {}): Promise<Treasury> {
  const { stop, ...treasury } = await openTreasury(options);
  onTestFinished(stop);
  return treasury;
}

export async function openTreasury(options: TreasuryOptions = {}): Promise<Treasury & { stop: () => Promise<void> }> {
  const prices = pricesAtHand();
  const economy = options.economy ?? defaultEconomy;
  const provider = await openProvider({ prices, economy, limits: { callsPerClient: 1_000_000, signInsPerClient: 1_000_000 } });
  const database = createDatabase(provider.pool);
  const setPrice = (price: string): void => {
    prices.jufPrice = { price18: fromDecimalString(price, 18), at: provider.time.now };
  };
  setPrice('0.5');
  const give: Treasury['give'] = (account, token, amount) => giveFromOutside(provider, account, token, amount);
  if (options.insurancePool !== undefined) await give(pooledAccount('INSURANCE_POOL_FREE'), 'USDT', options.insurancePool);
  const holds: Treasury['holds'] = async (account, token) => inTokens(await accountBalance(database, account, token), token);
  return {
    provider,
    database,
    prices,
    economy,
    buyer: async (usdt = '1000') => {
      const { id, wallet } = await signIn(provider);
      if (usdt !== '0') await give(memberAccount('AVAILABLE', id), 'USDT', usdt);
      return buyerOf(provider, { id, wallet }, holds);
    },
    give,
    holds,
    setPrice,
    pass: (ms) => provider.time.advance(ms),
    settle: () => settleDueInsurances({ database, prices }, provider.time.now),
    audit: () => auditLedger(database, promises),
    stop: provider.stop,
  };
}

/** The default economy with another cap, or other numbers of the treasury. */
export function economyWith(treasury: Partial<Economy['treasury']>): Economy {
  return validateEconomy({ ...defaultEconomy, treasury: { ...defaultEconomy.treasury, ...treasury } });
}

function buyerOf(provider: TestProvider, { id, wallet }: Pick<SignedIn, 'id' | 'wallet'>, holds: Treasury['holds']): Buyer {
  const database = createDatabase(provider.pool);
  // Sessions end sooner than JUF vests, so each call has one of its own.
  const options = async (name: keyof Calls, { key = randomUUID(), body, ...input }: CallInput) => ({
    ...input,
    ...(body === undefined ? {} : { body: await signIfOrder(provider, wallet, name, body, key) }),
    token: (await beginSession(database, provider.time.now, id, 'WALLET')).token,
    headers: { 'idempotency-key': key },
  });
  const call: Buyer['call'] = async (name, input = {}) => provider.call(name, await options(name, input));
  const send: Buyer['send'] = async (name, input = {}) => provider.send(calls[name].method, calls[name].path, await options(name, input));
  const orderOf = ({ pack = 'SEED', amount = '100', maxPrice = '1000000', insured = false, key }: Order): CallInput => ({
    body: { treasuryId: packageId(pack), amount, maxPrice, insured },
    ...(key === undefined ? {} : { key }),
  });
  return {
    id,
    call,
    send,
    buy: (order = {}) => call('purchaseTreasury', orderOf(order)),
    tryToBuy: (order = {}) => send('purchaseTreasury', orderOf(order)),
    available: (token) => holds(memberAccount('AVAILABLE', id), token),
  };
}

async function giveFromOutside(provider: TestProvider, account: Account, token: Token, amount: string): Promise<void> {
  const amountBaseUnits = fromTokens(amount, token);
  await operate(provider, (tx) =>
    postTransaction(tx, {
      id: v7(),
      kind: 'ADJUSTMENT',
      occurredAt: provider.time.now,
      entries: [
        { account: pooledAccount('OUTSIDE_WORLD'), token, amountBaseUnits: -amountBaseUnits },
        { account, token, amountBaseUnits },
      ],
    }),
  );
}
