import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { v7 } from 'uuid';
import type { SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import { createDatabase, type Database } from '../../../provider/db/database.ts';
import type { Economy } from '../../../provider/economy.ts';
import { calls } from '../../../provider/handlers.ts';
import { type Account, memberAccount, pooledAccount, type Token } from '../../../provider/ledger/account.ts';
import { auditLedger, type AuditReport } from '../../../provider/ledger/audit.ts';
import { accountBalance } from '../../../provider/ledger/balances.ts';
import { postTransaction } from '../../../provider/ledger/post.ts';
import { beginSession } from '../../../provider/modules/account/sessions.ts';
import { promises } from '../../../provider/modules/promises.ts';
import type { Limits } from '../../../provider/provider-services.ts';
import { fromTokens, inTokens } from '../../../provider/token-amounts.ts';
import { signIfOrder } from '../intent/sign-order.ts';
import { operate } from '../operate.ts';
import { newWallet, type SignedIn, signIn } from '../sign-in.ts';
import { type Answer, openProvider, type TestProvider } from '../start-provider.ts';

type Calls = typeof calls;

export const DAY_MS = 86_400_000;

export interface Input {
  query?: Record<string, string>;
  body?: unknown;
  key?: string;
  clientAddress?: string;
}

export interface ClubMember extends SignedIn {
  /** Makes a call that must succeed, in a new session, with a new key if the call takes one. */
  call: <Name extends keyof Calls>(name: Name, input?: Input) => Promise<SentDataOf<Calls[Name]>>;
  /** Makes a call and returns its response, refused or not. */
  send: (name: keyof Calls, input?: Input) => Promise<Answer>;
  available: (token: Token) => Promise<string>;
  /** The id of a role of the list. */
  buyRole: (code: string) => Promise<SentDataOf<Calls['purchaseMemberRoles']>>;
}

export interface Club {
  provider: TestProvider;
  database: Database;
  /** A new member, brought by another where one is given, with this much USDT. */
  join: (usdt?: string, sponsor?: SignedIn) => Promise<ClubMember>;
  /** Credits an account from outside. */
  give: (account: Account, token: Token, amount: string) => Promise<void>;
  holds: (account: Account, token: Token) => Promise<string>;
  audit: () => Promise<AuditReport>;
  passDays: (days: number) => void;
}

export const rewardPool = pooledAccount('REWARD_POOL_FREE');
export const bonusPool = pooledAccount('BONUS_POOL');
export const treasury = pooledAccount('TREASURY');

/** A provider whose members buy, invite and earn; gone when the test is. */
export async function startClub(options: { economy?: Economy; limits?: Partial<Limits> } = {}): Promise<Club> {
  const { stop, ...club } = await openClub(options);
  onTestFinished(stop);
  return club;
}

export async function openClub({ economy, limits = {} }: { economy?: Economy; limits?: Partial<Limits> } = {}): Promise<
  Club & { stop: () => Promise<void> }
> {
  const provider = await openProvider({
    limits: { callsPerClient: 1_000_000, signInsPerClient: 1_000_000, ...limits },
    ...(economy === undefined ? {} : { economy }),
  });
  const database = createDatabase(provider.pool);
  const holds: Club['holds'] = async (account, token) => inTokens(await accountBalance(database, account, token), token);
  const give: Club['give'] = async (account, token, amount) => {
    const amountBaseUnits = fromTokens(amount, token);
    const entries = [
      { account: pooledAccount('OUTSIDE_WORLD'), token, amountBaseUnits: -amountBaseUnits },
      { account, token, amountBaseUnits },
    ];
    await operate(provider, (tx) => postTransaction(tx, { id: v7(), kind: 'ADJUSTMENT', occurredAt: provider.time.now, entries }));
  };
  const join: Club['join'] = async (usdt = '0', sponsor) => {
    const signedIn = await signIn(provider, newWallet(), sponsor === undefined ? {} : { referralCode: sponsor.referralCode });
    if (usdt !== '0') await give(memberAccount('AVAILABLE', signedIn.id), 'USDT', usdt);
    return memberOf(provider, database, signedIn, holds);
  };
  return {
    provider,
    database,
    join,
    give,
    holds,
    audit: () => auditLedger(database, promises),
    passDays: (days) => provider.time.advance(days * DAY_MS),
    stop: provider.stop,
  };
}

function memberOf(provider: TestProvider, database: Database, signedIn: SignedIn, holds: Club['holds']): ClubMember {
  // A session ends sooner than a month, so each call has one of its own.
  const options = async (name: keyof Calls, { key = randomUUID(), body, ...input }: Input) => ({
    ...input,
    ...(body === undefined ? {} : { body: await signIfOrder(provider, signedIn.wallet, name, body, key) }),
    token: (await beginSession(database, provider.time.now, signedIn.id, 'WALLET')).token,
    headers: { 'idempotency-key': key },
  });
  const call: ClubMember['call'] = async (name, input = {}) => provider.call(name, await options(name, input));
  return {
    ...signedIn,
    call,
    send: async (name, input = {}) => provider.send(calls[name].method, calls[name].path, await options(name, input)),
    available: (token) => holds(memberAccount('AVAILABLE', signedIn.id), token),
    buyRole: async (code) => {
      const { list } = await call('memberRolesList');
      return call('purchaseMemberRoles', { body: { roleId: list.find((role) => role.code === code)?.id, walletType: 'USDT' } });
    },
  };
}
