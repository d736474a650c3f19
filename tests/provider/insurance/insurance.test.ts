import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../../provider/db/database.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { pooledAccount, promiseAccount } from '../../../provider/ledger/account.ts';
import { earnPremiums, settleDueInsurances } from '../../../provider/modules/insurance/settle-due-insurances.ts';
import { type Buyer, DAY_MS, openTreasury, SECOND_MS, startTreasury } from '../treasury/open-treasury.ts';

const reserve = (id: string) => promiseAccount('INSURANCE_POOL_RESERVED', id);
const unearned = (id: string) => promiseAccount('UNEARNED_PREMIUM', id);
const free = pooledAccount('INSURANCE_POOL_FREE');
const HALF = 5n * 10n ** 17n;

let shared: Awaited<ReturnType<typeof openTreasury>>;
beforeAll(async () => {
  shared = await openTreasury({ insurancePool: '100000' });
});
afterAll(async () => {
  expect(await shared.audit()).toMatchObject({ sound: true });
  await shared.stop();
});

/** Buys insured, and returns what is needed to follow the cover. */
async function insure(buyer: Buyer, amount = '100', pack: 'SEED' | 'RIDGE' = 'SEED'): Promise<{ id: string; purchaseId: string }> {
  const { purchase } = await buyer.buy({ amount, insured: true, pack });
  if (purchase.insuranceId === undefined) throw new Error('it was not insured');
  return { id: purchase.insuranceId, purchaseId: purchase.id };
}

const read = async ({ call }: Buyer, id: string) => (await call('cancelInsuranceList')).content.find((row) => row.id === id);
const cancel = ({ send }: Buyer, insuranceId: string) => send('cancelJuTokenInsurance', { body: { insuranceId } });

describe('insuring a purchase', () => {
  it('takes the premium on top, rounded up, and reserves premium and greatest payout', async () => {
    const treasury = await startTreasury({ insurancePool: '15.000001' });
    const { buyer, holds, provider } = treasury;
    const member = await buyer('200');
    const { id, purchaseId } = await insure(member, '100.000001');
    expect(await member.available('USDT')).toBe('97.999998');
    expect(await holds(unearned(id), 'USDT')).toBe('2.000001');
    expect(await holds(reserve(id), 'USDT')).toBe('15');
    // The previous balance minus the reserve, plus the purchase's share.
    expect(await holds(free, 'USDT')).toBe('5.000001');
    expect(await read(member, id)).toEqual({
      id,
      purchaseId,
      walletType: 'USDT',
      insuredAmount: '100.000001',
      coveredJuf: '200.000002',
      referencePrice: '0.5',
      maxPayout: '15',
      premium: '2.000001',
      refundable: '2.000001',
      startedAt: provider.time.now.toISOString(),
      expiresAt: new Date(provider.time.now.getTime() + 180 * DAY_MS).toISOString(),
      status: 'ACTIVE',
    });
    const lines = (await member.call('walletTransactionList')).data.map(({ kind, amount }) => `${kind} ${amount}`);
    expect(lines.slice(0, 2)).toEqual(['TREASURY_PURCHASE 100.000001', 'PREMIUM 2.000001']);
    expect(await treasury.audit()).toMatchObject({ sound: true });
  });

  it('refers to the price after discount', async () => {
    const member = await shared.buyer();
    const { id } = await insure(member, '90', 'RIDGE');
    expect(await read(member, id)).toMatchObject({ referencePrice: '0.45', coveredJuf: '200', maxPayout: '13.5' });
  });

  it('is refused with INSURANCE_UNAVAILABLE by a pool that could not pay, and then nothing is bought; uninsured it is', async () => {
    const { buyer, give, holds, audit } = await startTreasury({ insurancePool: '14.999999' });
    const member = await buyer();
    expect((await member.call('treasuryList')).insuranceCapacity).toBe('99.999999');
    expect(await member.tryToBuy({ amount: '100', insured: true })).toMatchObject({ status: 422, code: 'INSURANCE_UNAVAILABLE' });
    expect(await member.available('USDT')).toBe('1000');
    expect(await holds(free, 'USDT')).toBe('14.999999');
    expect((await member.call('purchaseTreasuryHistory')).list.content).toEqual([]);
    await give(free, 'USDT', '0.000001');
    await insure(member);
    await member.buy();
    expect(await audit()).toMatchObject({ sound: true });
  });

  it('of the whole capacity that is shown is possible, and of a base unit more is not', { tags: 'full' }, async () => {
    for (const pool of ['15', '1.500001', '3.333333', '7.000004']) {
      const { buyer } = await startTreasury({ insurancePool: pool });
      const member = await buyer();
      const { insuranceCapacity } = await member.call('treasuryList');
      const units = BigInt(Math.round(Number(insuranceCapacity) * 1e6));
      const more = `${(units + 1n) / 1_000_000n}.${((units + 1n) % 1_000_000n).toString().padStart(6, '0')}`;
      expect(await member.tryToBuy({ amount: more, insured: true })).toMatchObject({ code: 'INSURANCE_UNAVAILABLE' });
      expect((await member.tryToBuy({ amount: insuranceCapacity, insured: true })).status).toBe(200);
    }
  });
});

describe('a claim of insured JUF', () => {
  it('takes it out of the cover, and gives back to the pool what can no longer fall due', async () => {
    const { buyer, pass, holds } = shared;
    const member = await buyer();
    const { id, purchaseId } = await insure(member);
    pass(27 * DAY_MS);
    await member.call('claimJuf', { body: { purchaseId } });
    // 20 JUF at 0.5 are 10 USDT: less than 15 % of the amount.
    expect(await read(member, id)).toMatchObject({ coveredJuf: '20', maxPayout: '10', status: 'ACTIVE', premium: '2' });
    expect(await holds(reserve(id), 'USDT')).toBe('10');
    pass(3 * DAY_MS);
    await member.call('claimJuf', { body: {} });
    expect(await read(member, id)).toMatchObject({ coveredJuf: '0', maxPayout: '0', status: 'ACTIVE' });
    expect(await holds(reserve(id), 'USDT')).toBe('0');
    expect(await holds(unearned(id), 'USDT')).toBe('2');
    expect(await cancel(member, id)).toMatchObject({ status: 200, data: { refunded: '1.666666' } });
  });

  it('that leaves the greatest payout what it was releases nothing', async () => {
    const { buyer, pass, holds } = shared;
    const member = await buyer();
    const { id } = await insure(member);
    pass(15 * DAY_MS);
    await member.call('claimJuf', { body: {} });
    expect(await read(member, id)).toMatchObject({ coveredJuf: '100', maxPayout: '15' });
    expect(await holds(reserve(id), 'USDT')).toBe('15');
  });

  it('after the last moment, but before it is settled, takes nothing out of the cover', async () => {
    const { buyer, pass, settle, prices } = await startTreasury({ insurancePool: '1000' });
    const member = await buyer();
    const { id } = await insure(member);
    pass(180 * DAY_MS);
    await member.call('claimJuf', { body: {} });
    expect(await read(member, id)).toMatchObject({ coveredJuf: '200', status: 'ACTIVE', refundable: '0' });
    prices.settlement18 = HALF - HALF / 10n;
    expect(await settle()).toEqual({ paid: 1, expired: 0, waiting: 0 });
    expect(await read(member, id)).toMatchObject({ status: 'PAID', settledAmount: '10' });
  });
});

describe('cancelling', () => {
  it('ends the cover and gives back the unused share of the premium, to the second', async () => {
    const { buyer, pass, holds } = shared;
    const member = await buyer('102');
    const { id } = await insure(member);
    const poolBefore = await holds(free, 'USDT');
    pass(45 * DAY_MS + 1);
    expect((await read(member, id))?.refundable).toBe('1.499999');
    const { insurance, refunded, transaction } = await member.call('cancelJuTokenInsurance', { body: { insuranceId: id } });
    // 135 of 180 days, less the second that had begun.
    expect(refunded).toBe('1.499999');
    expect(insurance).toMatchObject({ id, status: 'CANCELLED', refundable: '0', coveredJuf: '200' });
    expect(transaction).toMatchObject({ kind: 'PREMIUM_REFUND', direction: 'IN', amount: '1.499999', balanceAfter: '1.499999' });
    expect([await holds(reserve(id), 'USDT'), await holds(unearned(id), 'USDT')]).toEqual(['0', '0']);
    expect(Number(await holds(free, 'USDT')) - Number(poolBefore)).toBeCloseTo(15.500001, 6);
    expect((await member.call('purchaseTreasuryHistory')).list.content[0]).toMatchObject({ insured: false, claimedJuf: '0' });
  });

  it('at once gives all of it back', async () => {
    const member = await shared.buyer('102');
    const { id } = await insure(member);
    expect(await cancel(member, id)).toMatchObject({ status: 200, data: { refunded: '2' } });
    expect(await member.available('USDT')).toBe('2');
  });

  it('is refused by name: not there or somebody else’s, ended, in its last seven days', async () => {
    const { buyer, pass } = shared;
    const [mine, theirs] = [await buyer(), await buyer()];
    const [ended, late] = [await insure(mine), await insure(mine)];
    const other = await insure(theirs);
    expect(await cancel(mine, other.id)).toMatchObject({ status: 422, code: 'INSURANCE_UNKNOWN' });
    expect(await cancel(mine, v7())).toMatchObject({ status: 422, code: 'INSURANCE_UNKNOWN' });
    expect((await cancel(mine, ended.id)).status).toBe(200);
    expect(await cancel(mine, ended.id)).toMatchObject({ status: 422, code: 'INSURANCE_NOT_ACTIVE' });
    pass(173 * DAY_MS - 1);
    expect((await read(mine, late.id))?.refundable).toBe('0.077777');
    pass(1);
    expect((await read(mine, late.id))?.refundable).toBe('0');
    expect(await cancel(mine, late.id)).toMatchObject({ status: 422, code: 'INSURANCE_SETTLING' });
    pass(8 * DAY_MS);
    expect(await cancel(mine, late.id)).toMatchObject({ status: 422, code: 'INSURANCE_SETTLING' });
    expect((await cancel(theirs, other.id)).code).toBe('INSURANCE_SETTLING');
  });
});

describe('settling', () => {
  /** Four that end together, settled at a price. */
  async function settleAt(price18: bigint) {
    const treasury = await startTreasury({ insurancePool: '1000' });
    const member = await treasury.buyer();
    const { id } = await insure(member);
    const before = await member.available('USDT');
    treasury.pass(180 * DAY_MS);
    treasury.prices.settlement18 = price18;
    const settlements = await treasury.settle();
    expect(await treasury.audit()).toMatchObject({ sound: true });
    expect([await treasury.holds(reserve(id), 'USDT'), await treasury.holds(unearned(id), 'USDT')]).toEqual(['0', '0']);
    return { ...treasury, member, id, before, settlements, row: await read(member, id) };
  }

  it('above the reference price pays nothing: the pool keeps reserve and premium', async () => {
    const { row, settlements, holds, member, before } = await settleAt(HALF + 1n);
    expect(settlements).toEqual({ paid: 0, expired: 1, waiting: 0 });
    expect(row).toMatchObject({ status: 'EXPIRED', settledAmount: '0' });
    expect(await holds(free, 'USDT')).toBe('1007');
    expect(await member.available('USDT')).toBe(before);
  });

  it('at the reference price pays nothing', async () => {
    expect((await settleAt(HALF)).row).toMatchObject({ status: 'EXPIRED', settledAmount: '0' });
  });

  it('below it pays the shortfall, rounded down', async () => {
    // 200 × (0.5 − 0.46666…) = 6.6666…
    const { row, settlements, member, holds } = await settleAt(466_666_666_666_666_667n);
    expect(settlements).toEqual({ paid: 1, expired: 0, waiting: 0 });
    expect(row).toMatchObject({ status: 'PAID', settledAmount: '6.666666' });
    expect(await member.available('USDT')).toBe('904.666666');
    expect(await holds(free, 'USDT')).toBe('1000.333334');
    expect((await member.call('walletTransactionList')).data[0]).toMatchObject({
      kind: 'INSURANCE_PAYOUT',
      amount: '6.666666',
      direction: 'IN',
    });
  });

  it('far below it pays no more than 15 % of the amount', async () => {
    const { row, member } = await settleAt(1n);
    expect(row).toMatchObject({ status: 'PAID', settledAmount: '15' });
    expect(await member.available('USDT')).toBe('913');
  });

  it('pays once, however often it is run', async () => {
    const { settle, member, row } = await settleAt(HALF / 2n);
    const available = await member.available('USDT');
    expect(await settle()).toEqual({ paid: 0, expired: 0, waiting: 0 });
    expect(await member.available('USDT')).toBe(available);
    expect(row).toMatchObject({ settledAmount: '15' });
  });

  it('pays once from several processes that settle at the same moment', async () => {
    const { buyer, pass, prices, provider, holds, audit } = await startTreasury({ insurancePool: '10000' });
    const members = await Promise.all(Array.from({ length: 5 }, () => buyer('510')));
    for (const member of members) for (let index = 0; index < 5; index += 1) await insure(member);
    pass(180 * DAY_MS);
    prices.settlement18 = HALF - HALF / 10n;
    const pools = Array.from({ length: 4 }, () => createPool(provider.databaseUrl, { max: 2 }));
    const runs = await Promise.all(pools.map((pool) => settleDueInsurances({ database: createDatabase(pool), prices }, provider.time.now)));
    for (const pool of pools) await pool.end();
    expect(runs.reduce((sum, { paid }) => sum + paid, 0)).toBe(25);
    // Five times a shortfall of 200 × 0.05 each.
    for (const member of members) expect(await member.available('USDT')).toBe('50');
    expect(await holds(free, 'USDT')).toBe('9925');
    expect(await audit()).toMatchObject({ sound: true });
  });

  it('waits for the price of its last moment, and for nothing else', async () => {
    const { buyer, pass, prices, settle } = await startTreasury({ insurancePool: '1000' });
    const member = await buyer();
    const { id } = await insure(member);
    pass(180 * DAY_MS - 1);
    prices.settlement18 = 1n;
    expect(await settle()).toEqual({ paid: 0, expired: 0, waiting: 0 });
    pass(1);
    prices.settlement18 = null;
    expect(await settle()).toEqual({ paid: 0, expired: 0, waiting: 1 });
    expect(await read(member, id)).toMatchObject({ status: 'ACTIVE', maxPayout: '15' });
    prices.settlement18 = HALF * 2n;
    // A price to sell at is of no concern to it.
    prices.unavailable = 'WINDOWS_APART';
    expect(await settle()).toEqual({ paid: 0, expired: 1, waiting: 0 });
  });

  it('continues past one that can’t be settled, and reports it', async () => {
    const { buyer, pass, prices, settle, provider } = await startTreasury({ insurancePool: '1000' });
    const member = await buyer();
    const [broken, sound] = [await insure(member), await insure(member)];
    pass(180 * DAY_MS);
    prices.settlement18 = HALF - HALF / 10n;
    await provider.pool.query(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`);
    await provider.pool.query(
      `create trigger fail before update on insurance for each row when (new.id = '${broken.id}') execute function fail()`,
    );
    await expect(settle()).rejects.toThrow('1 insurances could not be settled');
    expect(await read(member, sound.id)).toMatchObject({ status: 'PAID' });
    expect(await read(member, broken.id)).toMatchObject({ status: 'ACTIVE' });
    await provider.pool.query('drop trigger fail on insurance');
    expect(await settle()).toEqual({ paid: 1, expired: 0, waiting: 0 });
  });
});

describe('earned premium', () => {
  it('goes to the pool with time, once, and never into what a cancellation gives back', async () => {
    const { buyer, pass, holds, database, provider, audit } = await startTreasury({ insurancePool: '1000' });
    const members = [await buyer(), await buyer()];
    const covers = await Promise.all(members.map((member) => insure(member)));
    const [first, second] = covers;
    const [member, other] = members;
    if (first === undefined || second === undefined || member === undefined || other === undefined) throw new Error('two were insured');
    expect(await earnPremiums({ database }, provider.time.now)).toBe(0n);
    pass(90 * DAY_MS);
    expect(await earnPremiums({ database }, provider.time.now)).toBe(2_000_000n);
    expect(await earnPremiums({ database }, provider.time.now)).toBe(0n);
    expect(await holds(unearned(first.id), 'USDT')).toBe('1');
    // Two shares of 5, two reserves of 15, and half of two premiums.
    expect(await holds(free, 'USDT')).toBe('982');
    pass(45 * DAY_MS);
    expect(await cancel(member, first.id)).toMatchObject({ status: 200, data: { refunded: '0.5' } });
    expect(await holds(free, 'USDT')).toBe('997.5');
    expect(await audit()).toMatchObject({ sound: true });
  });

  it('leaves the refund what it would have been, at any moment', async () => {
    const { buyer, pass, database, provider } = await startTreasury({ insurancePool: '1000' });
    const member = await buyer('2000');
    const { id } = await insure(member, '333.333333');
    for (const step of [1, SECOND_MS, 17 * DAY_MS + 333, 12_345_678, 60 * DAY_MS]) {
      pass(step);
      const refundable = (await read(member, id))?.refundable;
      await earnPremiums({ database }, provider.time.now);
      expect((await read(member, id))?.refundable).toBe(refundable);
    }
  });
});

describe('the list of insurances', () => {
  it('comes newest first, by status and in pages, and contains no other member’s', async () => {
    const { buyer, pass } = shared;
    const [member, other] = [await buyer(), await buyer()];
    await insure(other);
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      pass(SECOND_MS);
      ids.unshift((await insure(member)).id);
    }
    await cancel(member, ids[1] ?? '');
    const list = async (query: Record<string, string>) => {
      const { content, totalElements } = await member.call('cancelInsuranceList', { query });
      return { ids: content.map(({ id }) => id), totalElements };
    };
    expect(await list({})).toEqual({ ids, totalElements: 3 });
    expect(await list({ status: 'ACTIVE' })).toEqual({ ids: [ids[0], ids[2]], totalElements: 2 });
    expect(await list({ status: 'CANCELLED' })).toEqual({ ids: [ids[1]], totalElements: 1 });
    expect(await list({ page: '2', size: '2' })).toEqual({ ids: [ids[2]], totalElements: 3 });
    expect(await list({ status: 'PAID' })).toEqual({ ids: [], totalElements: 0 });
  });
});

describe('the database itself', () => {
  it('commits no cover whose greatest payout or unearned premium isn’t reserved', async () => {
    const { buyer, provider } = shared;
    const { id } = await insure(await buyer());
    const set = (change: string) => provider.pool.query(`update insurance set ${change} where id = '${id}'`);
    await expect(set('max_payout_usdt = max_payout_usdt - 1')).rejects.toMatchObject({ constraint: 'insurance_covered' });
    await expect(set('earned_usdt = 1')).rejects.toMatchObject({ constraint: 'insurance_covered' });
    await expect(set("status = 'CANCELLED', ended_at = now(), refunded_usdt = 0")).rejects.toMatchObject({
      constraint: 'insurance_covered',
    });
    await expect(set("status = 'PAID'")).rejects.toMatchObject({ code: '23514' });
  });
});
