import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultEconomy, validateEconomy } from '../../../provider/economy.ts';
import { postTransaction } from '../../../provider/ledger/post.ts';
import { memberAccount } from '../../../provider/ledger/account.ts';
import { operate } from '../operate.ts';
import { ONE, openStaking, reserveAccount, stakedAccount, type Staker, startStaking } from './open-staking.ts';
import { onServer } from '../../support/on-server.ts';
import { asServerRole } from '../../support/server-role.ts';

let shared: Awaited<ReturnType<typeof openStaking>>;
let staker: Staker;
let stakingId: string;
let chargeId: string;
beforeAll(async () => {
  shared = await openStaking('1000');
  staker = await shared.member({ JUF: '100', JU: '1' });
  stakingId = (await staker.stake('100', 90)).id;
  chargeId = (await staker.call('turboCharge', { body: { stakingId, units: 1 } })).charge.id;
});
afterAll(() => shared.stop());

const change = (statement: string, ...values: string[]) => shared.provider.pool.query(statement, values);
const asServer = (statement: string) => onServer(asServerRole(shared.provider.databaseUrl), (client) => client.query(statement));

describe('the database refuses, whichever code asks,', () => {
  it.each([
    ['amount', 'amount = amount + 1'],
    ['tier', "tier_code = 'PRIME'"],
    ['multiplier', 'multiplier = 20000'],
    ['limit of turbo', 'max_turbo_units = 99'],
    ['rate', 'apr = 9999'],
    ['beginning', "started_at = started_at - interval '1 day', matures_at = matures_at - interval '1 day'"],
    ['owner', 'member_id = id'],
    ['promise, downwards', 'promised_roi = promised_roi - 1'],
  ])('to change what was agreed: the %s', async (_, what) => {
    await expect(change(`update staking set ${what} where id = $1`, stakingId)).rejects.toMatchObject({ constraint: 'staking_agreed' });
  });

  it.each([
    ['more claimed than was promised', 'claimed_roi = promised_roi + 1', 'staking_claimed_within_promise'],
    [
      'a withdrawal before maturity',
      "withdrawn_at = matures_at - interval '1 second', claimed_roi = promised_roi",
      'staking_withdrawn_whole',
    ],
    ['a withdrawal without the whole return', 'withdrawn_at = matures_at', 'staking_withdrawn_whole'],
  ])('%s', async (_, what, constraint) => {
    await expect(change(`update staking set ${what} where id = $1`, stakingId)).rejects.toMatchObject({ constraint });
  });

  it('to forget a stake or a charge, or to change a charge', async () => {
    for (const text of [
      'delete from staking',
      'truncate staking cascade',
      'delete from staking_turbo',
      'update staking_turbo set boost = 9000',
    ])
      await expect(asServer(text), text).rejects.toMatchObject({ code: '42501' });
  });

  it('a charge that would outlive its stake, and a stake that matures at another time than agreed', async () => {
    const late = `insert into staking_turbo select $1, staking_id, units, boost, paid, s.matures_at - interval '29 days', s.matures_at + interval '1 day'
      from staking_turbo t join staking s on s.id = t.staking_id where t.id = $2`;
    await expect(change(late, v7(), chargeId)).rejects.toMatchObject({ constraint: 'staking_turbo_within' });
    const long = `insert into staking select $1, member_id, amount, tier_code, multiplier, max_turbo_units, days + 1, apr, started_at, matures_at, 0, 0, null
      from staking where id = $2`;
    await expect(change(long, v7(), stakingId)).rejects.toMatchObject({ constraint: 'staking_matures' });
  });
});

describe('the audit breaks', () => {
  it('when the return of a stake is no longer whole in its reserve', async () => {
    const { provider, member, audit } = await startStaking();
    const { id, stake } = await member({ JUF: '100' });
    const made = await stake('100', 30);
    expect(await audit()).toMatchObject({ sound: true });
    await operate(provider, (tx) =>
      postTransaction(tx, {
        id: v7(),
        kind: 'ADJUSTMENT',
        occurredAt: provider.time.now,
        entries: [
          { account: reserveAccount(made.id), token: 'JUF', amountBaseUnits: -1n },
          { account: memberAccount('AVAILABLE', id), token: 'JUF', amountBaseUnits: 1n },
        ],
      }),
    );
    expect(await audit()).toMatchObject({ sound: false, firstBreak: { code: 'PROMISE_UNCOVERED', detail: { owner_id: made.id } } });
  });

  it('when the capital of a stake is no longer whole', async () => {
    const { provider, member, audit } = await startStaking();
    const { id, stake } = await member({ JUF: '100' });
    const made = await stake('100', 30);
    await operate(provider, (tx) =>
      postTransaction(tx, {
        id: v7(),
        kind: 'CAPITAL',
        occurredAt: provider.time.now,
        entries: [
          { account: stakedAccount(made.id), token: 'JUF', amountBaseUnits: -ONE },
          { account: memberAccount('AVAILABLE', id), token: 'JUF', amountBaseUnits: ONE },
        ],
      }),
    );
    expect(await audit()).toMatchObject({
      sound: false,
      firstBreak: { code: 'PROMISE_UNCOVERED', detail: { kind: 'STAKED', held: '99' + '0'.repeat(18) } },
    });
  });

  it('when more was noted as claimed than was paid', async () => {
    const { provider, member, audit } = await startStaking();
    const { stake } = await member({ JUF: '100' });
    const made = await stake('100', 30);
    await provider.pool.query('update staking set claimed_roi = 1 where id = $1', [made.id]);
    expect(await audit()).toMatchObject({ sound: false, firstBreak: { code: 'PROMISE_UNCOVERED', detail: { owner_id: made.id } } });
  });
});

it('refuses an economy with ambiguous tiers, periods or turbo prices', () => {
  const { staking } = defaultEconomy;
  const valid = (changes: Partial<typeof staking>) => () => validateEconomy({ ...defaultEconomy, staking: { ...staking, ...changes } });
  expect(valid({})).not.toThrow();
  expect(valid({ tiers: [] })).toThrow();
  expect(valid({ tiers: staking.tiers.map((tier) => ({ ...tier, minJuf: '5' })) })).toThrow(/minimum/);
  expect(valid({ tiers: staking.tiers.map((tier) => ({ ...tier, code: 'BASE' as const })) })).toThrow(/code/);
  expect(valid({ periods: [] })).toThrow();
  expect(
    valid({
      periods: [
        { days: 30, apr: 1 },
        { days: 30, apr: 2 },
      ],
    }),
  ).toThrow(/length/);
  expect(valid({ turbo: { ...staking.turbo, perJuf: '0' } })).toThrow(/nothing/);
});
