import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../../provider/db/database.ts';
import { calls } from '../../../provider/handlers.ts';
import { beginSession } from '../../../provider/modules/account/sessions.ts';
import { type CallName, openWorld, type World } from './access-world.ts';

const names = Object.keys(calls).filter((name): name is CallName => name in calls);
const routeOf = (name: CallName): string => `${calls[name].method} ${calls[name].path}`;

/** Calls whose input names something a member owns, with the code another member gets for naming it. */
const aboutOwned: Partial<Record<CallName, string>> = {
  cancelJuTokenInsurance: 'INSURANCE_UNKNOWN',
  turboCharge: 'STAKING_UNKNOWN',
  claimRoi: 'STAKING_UNKNOWN',
  withdrawCapital: 'STAKING_UNKNOWN',
  claimJuf: 'PURCHASE_UNKNOWN',
  myTeam: 'NOT_IN_TEAM',
};

/** Calls a rule refuses to the owner; all others succeed. */
const refusedByRule: Partial<Record<CallName, string>> = {
  authenticateWalletAddress: 'MESSAGE_INVALID',
  activeCode: 'CODE_UNKNOWN',
  myTeam: 'NOT_IN_TEAM',
  claimMemberPrivilege: 'NOTHING_TO_CLAIM',
  claimBonus: 'NOTHING_TO_CLAIM',
  claimAll: 'NOTHING_TO_CLAIM',
  walletTransfer: 'SIGNATURE_INVALID',
  withdrawCapital: 'NOT_MATURED',
};

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

/** Everything any member owns. */
async function belongings(): Promise<unknown> {
  const { rows } = await world.provider.pool.query<{ belongings: string }>(
    `select md5((select string_agg(a::text, '|' order by id) from ledger_account a)
             || (select string_agg(s::text, '|' order by id) from staking s)
             || (select string_agg(i::text, '|' order by id) from insurance i)
             || (select string_agg(m::text, '|' order by id) from member m)
             || (select coalesce(string_agg(v::text, '|' order by member_id), '') from poll_vote v)) as belongings`,
  );
  return rows;
}

describe.each(names.map((name) => [routeOf(name), name] as const))('%s', (_route, name) => {
  const { auth } = calls[name];

  it(auth === 'session' ? 'refuses callers without a session' : 'is there without a session', async () => {
    const before = await belongings();
    const answer = await world.call(name, null);
    if (auth === 'session') expect(answer).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    else expect(answer).toMatchObject(refusedByRule[name] === undefined ? { status: 200 } : { status: 422, code: refusedByRule[name] });
    expect(await belongings()).toEqual(before);
  });

  it(auth === 'public' ? 'takes no notice of a blocked member’s session' : 'refuses a blocked member', async () => {
    const before = await belongings();
    const answer = await world.call(name, world.blocked);
    if (auth === 'public') expect([200, 422]).toContain(answer.status);
    else expect(answer).toMatchObject({ status: 403, code: 'MEMBER_BLOCKED' });
    expect(await belongings()).toEqual(before);
  });

  it('reveals and gives nothing of the owner’s to another member', async () => {
    const isAboutOwned = aboutOwned[name] !== undefined;
    const before = await belongings();
    const answer = await world.call(name, world.other);
    expect([200, 422]).toContain(answer.status);
    if (isAboutOwned) {
      expect(answer).toMatchObject({ status: 422, code: aboutOwned[name] });
      expect(await belongings()).toEqual(before);
    }
    const text = JSON.stringify(answer.data ?? null);
    const { stakingId, purchaseId, insuranceId, transactionIds } = world.owned;
    for (const secret of [stakingId, purchaseId, insuranceId, ...transactionIds, world.owner]) expect(text).not.toContain(secret);
  });

  it(refusedByRule[name] === undefined ? 'serves the owner' : 'refuses the owner by its rule alone', async () => {
    const answer = await world.call(name, world.owner);
    if (refusedByRule[name] === undefined) expect(answer).toMatchObject({ status: 200, code: 0 });
    else expect(answer).toMatchObject({ status: 422, code: refusedByRule[name] });
  });
});

it('one member’s key means nothing to another', async () => {
  const key = { 'idempotency-key': '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' };
  const { token } = await tokenOf(world.other);
  const mine = await world.provider.send('POST', '/sales/juScore/purchase', { token, headers: key, body: { points: 7 } });
  expect(mine.status).toBe(200);
  const { token: theirs } = await tokenOf(world.owner);
  const other = await world.provider.send('POST', '/sales/juScore/purchase', { token: theirs, headers: key, body: { points: 9 } });
  expect(other).toMatchObject({ status: 200, data: { paid: '0.09' } });
});

it('made-up and expired tokens aren’t accepted', async () => {
  const { token } = await tokenOf(world.owner);
  await world.provider.call('logout', { token, body: {} });
  for (const bad of [token, 'x'.repeat(43), `${token}x`]) {
    expect(await world.provider.send('GET', '/profile/userInfo', { token: bad })).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  }
});

async function tokenOf(memberId: string): Promise<{ token: string }> {
  return beginSession(createDatabase(world.provider.pool), world.provider.time.now, memberId, 'WALLET');
}
