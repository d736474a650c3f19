import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { v7 } from 'uuid';
import { createDatabase } from '../../../provider/db/database.ts';
import type { Economy } from '../../../provider/economy.ts';
import { calls } from '../../../provider/handlers.ts';
import { type Account, memberAccount, pooledAccount, promiseAccount, type Token } from '../../../provider/ledger/account.ts';
import { auditLedger, type AuditReport } from '../../../provider/ledger/audit.ts';
import { accountBalance } from '../../../provider/ledger/balances.ts';
import { postTransaction } from '../../../provider/ledger/post.ts';
import { beginSession } from '../../../provider/modules/account/sessions.ts';
import type { PricePoint } from '../../../provider/price/read-price.ts';
import { promises } from '../../../provider/modules/promises.ts';
import { fromDecimalString, toDecimalString } from '../../../src/lib/amount.ts';
import type { SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import { signIfOrder } from '../intent/sign-order.ts';
import { operate } from '../operate.ts';
import { pricesAtHand, type PricesAtHand } from '../price/prices-at-hand.ts';
import { type SignedIn, signIn } from '../sign-in.ts';
import { type Answer, openProvider, type TestProvider } from '../start-provider.ts';

type Calls = typeof calls;

export const ONE = 10n ** 18n;
export const DAY_MS = 86_400_000;

export interface Staker {
  id: string;
  /** Makes a call that must succeed, in a new session, with a new key if the call takes one. */
  call: <Name extends keyof Calls>(name: Name, input?: CallInput) => Promise<SentDataOf<Calls[Name]>>;
  /** Makes a call and returns its response, refused or not. */
  send: (name: keyof Calls, input?: CallInput) => Promise<Answer>;
  /** Stakes for that many days, and returns the stake. */
  stake: (amount: string, days: number) => Promise<SentDataOf<Calls['stakingPurchase']>['staking']>;
  available: (token: Token) => Promise<string>;
  /** The token of a new session. */
  signIn: () => Promise<string>;
}

export interface CallInput {
  query?: Record<string, string>;
  body?: unknown;
  key?: string;
  /** Token of an existing session; without it, one is begun. */
  token?: string;
}

export interface Staking {
  provider: TestProvider;
  /** At first those at which a unit of turbo costs 0.05 JU. */
  prices: PricesAtHand;
  /** A new member who has this much, in whole tokens. */
  member: (funds?: Partial<Record<Token, string>>) => Promise<Staker>;
  fundPool: (juf: string) => Promise<void>;
  /** An account's balance in whole tokens. */
  holds: (account: Account, token?: Token) => Promise<string>;
  audit: () => Promise<AuditReport>;
  passDays: (days: number) => void;
}

/** A provider whose reward pool has room, and members who stake; gone when the test is. */
export async function startStaking(poolJuf = '1000000', economy?: Economy): Promise<Staking> {
  const { stop, ...staking } = await openStaking(poolJuf, economy);
  onTestFinished(stop);
  return staking;
}

export async function openStaking(poolJuf: string, economy?: Economy): Promise<Staking & { stop: () => Promise<void> }> {
  const prices = pricesAtHand();
  [prices.jufPrice, prices.juPrice] = [priceOf('0.553'), priceOf('1')];
  const provider = await openProvider({
    prices,
    limits: { callsPerClient: 1_000_000, signInsPerClient: 1_000_000 },
    ...(economy === undefined ? {} : { economy }),
  });
  const database = createDatabase(provider.pool);
  const holds: Staking['holds'] = async (account, token = 'JUF') => toDecimalString(await accountBalance(database, account, token), 18);
  const fundPool = (juf: string): Promise<void> => give(provider, pooledAccount('REWARD_POOL_FREE'), 'JUF', juf);
  if (poolJuf !== '0') await fundPool(poolJuf);
  const member: Staking['member'] = async (funds = {}) => {
    const { id, wallet } = await signIn(provider);
    for (const token of ['JU', 'JUF', 'USDT'] as const) {
      const amount = funds[token];
      if (amount !== undefined) await give(provider, memberAccount('AVAILABLE', id), token, amount);
    }
    return stakerOf(provider, { id, wallet }, holds);
  };
  return {
    provider,
    prices,
    member,
    fundPool,
    holds,
    audit: () => auditLedger(database, promises),
    passDays: (days) => provider.time.advance(days * DAY_MS),
    stop: provider.stop,
  };
}

/** Sends calls so that they all run at the same moment: their sessions are begun before. */
export async function sendAtOnce(calling: readonly { staker: Staker; name: keyof Calls; input: CallInput }[]): Promise<Answer[]> {
  const ready: (() => Promise<Answer>)[] = [];
  for (const { staker, name, input } of calling) {
    const token = await staker.signIn();
    ready.push(() => staker.send(name, { ...input, token }));
  }
  return Promise.all(ready.map((send) => send()));
}

export const stakedAccount = (stakingId: string): Account => promiseAccount('STAKED', stakingId);
export const reserveAccount = (stakingId: string): Account => promiseAccount('REWARD_POOL_RESERVED', stakingId);

function stakerOf(provider: TestProvider, { id, wallet }: Pick<SignedIn, 'id' | 'wallet'>, holds: Staking['holds']): Staker {
  // Sessions end sooner than stakes, so each call has one of its own.
  const beginOne = async (): Promise<string> => (await beginSession(createDatabase(provider.pool), provider.time.now, id, 'WALLET')).token;
  const options = async (name: keyof Calls, { key = randomUUID(), token, body, ...input }: CallInput) => ({
    ...input,
    ...(body === undefined ? {} : { body: await signIfOrder(provider, wallet, name, body, key) }),
    token: token ?? (await beginOne()),
    headers: { 'idempotency-key': key },
  });
  const call: Staker['call'] = async (name, input = {}) => provider.call(name, await options(name, input));
  return {
    id,
    call,
    send: async (name, input = {}) => provider.send(calls[name].method, calls[name].path, await options(name, input)),
    stake: async (amount, days) => (await call('stakingPurchase', { body: { amount, periodId: await periodOf(call, days) } })).staking,
    available: (token) => holds(memberAccount('AVAILABLE', id), token),
    signIn: beginOne,
  };
}

export function priceOf(usdt: string): PricePoint {
  return { at: new Date('2026-11-21T09:00:00.000Z'), price18: fromDecimalString(usdt, 18) };
}

export async function periodOf(call: Staker['call'], days: number): Promise<string> {
  const { periodList } = await call('stakingInfo');
  const period = periodList.find((candidate) => candidate.days === days);
  if (period === undefined) throw new Error(`nobody stakes for ${days} days`);
  return period.id;
}

async function give(provider: TestProvider, account: Account, token: Token, amount: string): Promise<void> {
  const amountBaseUnits = fromDecimalString(amount, token === 'USDT' ? 6 : 18);
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
