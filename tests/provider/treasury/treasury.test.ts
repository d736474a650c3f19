import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pooledAccount, promiseAccount } from '../../../provider/ledger/account.ts';
import { packageId } from '../../../provider/modules/treasury/treasury-supply.ts';
import { treasuryPackage } from '../../../provider/modules/treasury/schema.ts';
import { DAY_MS, economyWith, openTreasury, SECOND_MS, startTreasury, type Treasury } from './open-treasury.ts';

let shared: Awaited<ReturnType<typeof openTreasury>>;
beforeAll(async () => {
  shared = await openTreasury({ insurancePool: '1000000' });
});
afterAll(async () => {
  expect(await shared.audit()).toMatchObject({ sound: true });
  await shared.stop();
});

describe('the list of packages', () => {
  it('states terms, price, cap, the minted amount and how much can still be insured', async () => {
    const { buyer } = await startTreasury({ insurancePool: '15' });
    const { call } = await buyer();
    const { list, ...rest } = await call('treasuryList');
    expect(rest).toEqual({
      jufPrice: '0.5',
      jufPriceAt: '2026-11-21T09:00:00.000Z',
      maxMintingCap: '21000000',
      mintedJuf: '1526000',
      insuranceCapacity: '100.000006',
      terms: 1,
    });
    expect(list.map(({ name, discountRate, vestingDays, powerPerJuf }) => [name, discountRate, vestingDays, powerPerJuf])).toEqual([
      ['Seed', 0, 30, '1'],
      ['Growth', 300, 90, '1.2'],
      ['Summit', 600, 180, '1.5'],
      ['Ridge', 1_000, 360, '2'],
    ]);
    expect(list[0]).toEqual({
      id: packageId('SEED'),
      name: 'Seed',
      signedName: 'Seed',
      walletType: 'USDT',
      minAmount: '10',
      maxAmount: '100000',
      discountRate: 0,
      vestingDays: 30,
      insurancePremiumRate: 200,
      insuranceMaxPayoutRate: 1_500,
      insuranceDays: 180,
      powerPerJuf: '1',
      soldJuf: '0',
      status: 'OPEN',
    });
  });

  it('counts what was sold of each, and mints a quarter more', async () => {
    const { buyer } = await startTreasury();
    const { call, buy } = await buyer();
    await buy();
    await buy({ pack: 'RIDGE', amount: '90' });
    await buy({ pack: 'RIDGE', amount: '90' });
    const { list, mintedJuf } = await call('treasuryList');
    expect(list.map(({ soldJuf }) => soldJuf)).toEqual(['200', '0', '0', '400']);
    expect(mintedJuf).toBe('1526750');
    expect((await call('dashboardHome')).totalMinted).toBe('1526750');
  });
});

describe('a purchase', () => {
  it('takes the USDT, reserves the JUF that vests, and returns the purchase', async () => {
    const { buyer, holds, provider } = shared;
    const { buy, available } = await buyer('150');
    const { purchase, transaction } = await buy({ pack: 'GROWTH', amount: '97' });
    expect(purchase).toEqual({
      id: purchase.id,
      paid: '97',
      price: '0.485',
      juf: '200',
      vestingEndsAt: new Date(provider.time.now.getTime() + 90 * DAY_MS).toISOString(),
      power: '240',
    });
    expect(transaction).toMatchObject({
      kind: 'TREASURY_PURCHASE',
      walletType: 'USDT',
      amount: '97',
      direction: 'OUT',
      fee: '0',
      balanceAfter: '53',
      status: 'POSTED',
    });
    expect(await available('USDT')).toBe('53');
    expect(await available('JUF')).toBe('0');
    expect(await holds(promiseAccount('VESTING', purchase.id), 'JUF')).toBe('200');
  });

  it('shares the USDT among treasury, bonus pool and insurance pool, and mints for the reward pool', async () => {
    const { buyer, holds, audit } = await startTreasury();
    const { buy } = await buyer();
    await buy({ amount: '10.000007' });
    // A fifth and a twentieth are cut to the base unit, the treasury gets the rest.
    expect(await holds(pooledAccount('BONUS_POOL'), 'USDT')).toBe('2.000001');
    expect(await holds(pooledAccount('INSURANCE_POOL_FREE'), 'USDT')).toBe('0.5');
    expect(await holds(pooledAccount('TREASURY'), 'USDT')).toBe('7.500006');
    expect(await holds(pooledAccount('REWARD_POOL_FREE'), 'JUF')).toBe('5.0000035');
    expect(await audit()).toMatchObject({ sound: true });
  });

  it('is refused, and takes nothing, for each reason by its name', async () => {
    const { buyer, holds } = shared;
    const { tryToBuy, send, call, available } = await buyer('50');
    const treasuryBefore = await holds(pooledAccount('TREASURY'), 'USDT');
    const refusals: [string, Awaited<ReturnType<typeof tryToBuy>>][] = [
      ['BELOW_MINIMUM', await tryToBuy({ amount: '9.999999' })],
      ['ABOVE_MAXIMUM', await tryToBuy({ amount: '100000.000001' })],
      ['INSUFFICIENT_BALANCE', await tryToBuy({ amount: '50.000001' })],
      // The premium of 1 comes on top.
      ['INSUFFICIENT_BALANCE', await tryToBuy({ amount: '50', insured: true })],
      ['PRICE_MOVED', await tryToBuy({ amount: '10', maxPrice: '0.499999999999999999' })],
      ['TREASURY_UNKNOWN', await send('purchaseTreasury', { body: { treasuryId: v7(), amount: '10', maxPrice: '1', insured: false } })],
    ];
    for (const [code, answer] of refusals) expect(answer).toMatchObject({ status: 422, code });
    expect(refusals[3]?.[1].detail).toEqual({ walletType: 'USDT', available: '50' });
    expect(await available('USDT')).toBe('50');
    expect(await holds(pooledAccount('TREASURY'), 'USDT')).toBe(treasuryBefore);
    expect((await call('purchaseTreasuryHistory')).list.content).toEqual([]);
    expect((await call('cancelInsuranceList')).content).toEqual([]);
  });

  it('of amounts at both ends is taken', async () => {
    const { buyer } = shared;
    const { buy } = await buyer('100010');
    expect((await buy({ amount: '10' })).purchase.juf).toBe('20');
    expect((await buy({ amount: '100000' })).purchase.juf).toBe('200000');
  });

  it('with more digits than USDT has is refused rather than rounded', async () => {
    const { tryToBuy } = await shared.buyer();
    expect(await tryToBuy({ amount: '10.0000001' })).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      detail: { fields: { amount: 'TOO_MANY_FRACTION_DIGITS' } },
    });
  });

  it('at exactly the greatest price accepted is made; what counts is the price after discount', async () => {
    const { buyer } = shared;
    const { buy, tryToBuy } = await buyer();
    await buy({ maxPrice: '0.5' });
    await buy({ pack: 'RIDGE', maxPrice: '0.45' });
    expect(await tryToBuy({ pack: 'RIDGE', maxPrice: '0.449999999999999999' })).toMatchObject({
      code: 'PRICE_MOVED',
      detail: { price: '0.45' },
    });
  });

  it('of a package taken off sale is refused with TREASURY_CLOSED until it is put up again', async () => {
    const treasury = await startTreasury();
    const { buyer, database, provider } = treasury;
    const { tryToBuy, buy, call } = await buyer();
    const setClosed = (at: Date | null) => database.update(treasuryPackage).set({ closedAt: at }).where(eq(treasuryPackage.code, 'SEED'));
    await setClosed(provider.time.now);
    expect(await tryToBuy()).toMatchObject({ status: 422, code: 'TREASURY_CLOSED' });
    expect((await call('treasuryList')).list.map(({ status }) => status)).toEqual(['CLOSED', 'OPEN', 'OPEN', 'OPEN']);
    await buy({ pack: 'GROWTH' });
    await setClosed(null);
    await buy();
  });

  it('without a price to sell at is refused with 409 PRICE_UNAVAILABLE, whatever the reason, and takes nothing', async () => {
    const { buyer, prices, setPrice } = await startTreasury();
    const { tryToBuy, buy, available, call } = await buyer();
    for (const reason of ['STALE', 'TOO_THIN', 'WINDOWS_APART', 'NO_HISTORY'] as const) {
      prices.unavailable = reason;
      expect(await tryToBuy()).toMatchObject({ status: 409, code: 'PRICE_UNAVAILABLE', detail: { reason } });
      expect((await call('treasuryList')).jufPrice).toBe('0.5');
    }
    prices.unavailable = null;
    prices.jufPrice = null;
    expect(await tryToBuy()).toMatchObject({ status: 409, code: 'PRICE_UNAVAILABLE', detail: { reason: 'NEVER_READ' } });
    expect(await call('treasuryList')).toMatchObject({ jufPrice: null, jufPriceAt: null });
    expect(await available('USDT')).toBe('1000');
    setPrice('0.5');
    await buy();
  });

  it('up to the cap is made, and a base unit beyond it refused with MINTING_CAP_REACHED', async () => {
    // 200 JUF and 50 for the reward pool fit to the last base unit.
    const { buyer, holds, audit } = await startTreasury({ economy: economyWith({ maxMintingCapJuf: '1526250' }) });
    const { tryToBuy, buy, call, available } = await buyer();
    expect(await tryToBuy({ amount: '100.000001' })).toMatchObject({ status: 422, code: 'MINTING_CAP_REACHED' });
    await buy({ amount: '100' });
    expect((await call('treasuryList')).mintedJuf).toBe('1526250');
    expect(await tryToBuy({ amount: '10' })).toMatchObject({ status: 422, code: 'MINTING_CAP_REACHED' });
    expect(await available('USDT')).toBe('900');
    expect(await holds(pooledAccount('OUTSIDE_WORLD'), 'JUF')).toBe('-250');
    expect(await audit()).toMatchObject({ sound: true });
  });

  it('with a key that was used before is not made again', async () => {
    const { buyer } = shared;
    const { buy, tryToBuy, available, call } = await buyer();
    const key = randomUUID();
    const first = await buy({ key });
    shared.pass(SECOND_MS);
    expect(await buy({ key })).toEqual(first);
    expect(await tryToBuy({ key, amount: '101' })).toMatchObject({ status: 409, code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await available('USDT')).toBe('900');
    expect((await call('purchaseTreasuryHistory')).list.content).toHaveLength(1);
  });
});

describe('the history of purchases', () => {
  it('lists the member’s own with their vesting, newest first', async () => {
    const { buyer, pass } = await startTreasury({ insurancePool: '1000' });
    const [{ buy, call }, other] = [await buyer(), await buyer()];
    await other.buy();
    const seed = await buy();
    pass(15 * DAY_MS);
    const growth = await buy({ pack: 'GROWTH', amount: '97', insured: true });
    const read = async () => (await call('purchaseTreasuryHistory')).list;
    expect(await read()).toEqual({
      totalPages: 1,
      content: [
        {
          id: growth.purchase.id,
          treasuryName: 'Growth',
          paid: '97',
          price: '0.485',
          juf: '200',
          vestedJuf: '0',
          claimedJuf: '0',
          vestingEndsAt: growth.purchase.vestingEndsAt,
          insured: true,
          status: 'VESTING',
          createdAt: '2026-12-06T09:00:00.000Z',
        },
        {
          id: seed.purchase.id,
          treasuryName: 'Seed',
          paid: '100',
          price: '0.5',
          juf: '200',
          vestedJuf: '100',
          claimedJuf: '0',
          vestingEndsAt: '2026-12-21T09:00:00.000Z',
          insured: false,
          status: 'VESTING',
          createdAt: '2026-11-21T09:00:00.000Z',
        },
      ],
    });
    pass(15 * DAY_MS);
    expect((await read()).content[1]).toMatchObject({ status: 'VESTED', vestedJuf: '200', claimedJuf: '0' });
    await call('claimJuf', { body: { purchaseId: seed.purchase.id } });
    expect((await read()).content[1]).toMatchObject({ status: 'CLAIMED', vestedJuf: '200', claimedJuf: '200' });
  });

  it('comes in pages', async () => {
    const { buy, call } = await shared.buyer();
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      shared.pass(SECOND_MS);
      ids.unshift((await buy({ amount: '10' })).purchase.id);
    }
    const page = async (number: string) => (await call('purchaseTreasuryHistory', { query: { page: number, size: '2' } })).list;
    expect([await page('1'), await page('2'), await page('3'), await page('4')].map(({ content }) => content.map(({ id }) => id))).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
      [],
    ]);
    expect((await page('1')).totalPages).toBe(3);
  });
});

describe('claiming vested JUF', () => {
  it('pays what has vested of one purchase, to the second', async () => {
    const { buyer, pass, holds } = shared;
    const { buy, call, available } = await buyer();
    const [{ purchase }, other] = [await buy(), await buy()];
    pass(10 * DAY_MS + 999);
    const { claimed, transaction } = await call('claimJuf', { body: { purchaseId: purchase.id } });
    expect(claimed).toBe('66.666666666666666666');
    expect(transaction).toMatchObject({
      kind: 'VESTING_CLAIM',
      walletType: 'JUF',
      amount: claimed,
      direction: 'IN',
      balanceAfter: claimed,
    });
    expect(await available('JUF')).toBe(claimed);
    expect(await holds(promiseAccount('VESTING', purchase.id), 'JUF')).toBe('133.333333333333333334');
    expect(await holds(promiseAccount('VESTING', other.purchase.id), 'JUF')).toBe('200');
    pass(30 * DAY_MS);
    expect((await call('claimJuf', { body: { purchaseId: purchase.id } })).claimed).toBe('133.333333333333333334');
  });

  it('pays that of all purchases in one transaction when none is named; the dashboard says how much it will be', async () => {
    const { buyer, pass } = shared;
    const { buy, call, available } = await buyer();
    await buy();
    await buy({ pack: 'RIDGE', amount: '90' });
    pass(15 * DAY_MS);
    const home = await call('dashboardHome');
    expect(home.claimable?.vestedJuf).toEqual({ claimable: '108.333333333333333333' });
    expect(home.portfolio?.parts.at(-1)).toEqual({ kind: 'VESTING', walletType: 'JUF', amount: '400', usd: '200' });
    expect((await call('claimJuf', { body: {} })).claimed).toBe('108.333333333333333333');
    expect(await available('JUF')).toBe('108.333333333333333333');
    expect((await call('dashboardHome')).claimable?.vestedJuf).toEqual({ claimable: '0' });
  });

  it('is refused with NOTHING_TO_CLAIM before the first second, twice in one, after the last and without a purchase', async () => {
    const { buyer, pass } = shared;
    const [{ buy, call, send }, idle] = [await buyer(), await buyer()];
    const { purchase } = await buy();
    const nothing = { status: 422, code: 'NOTHING_TO_CLAIM' };
    pass(999);
    expect(await send('claimJuf', { body: {} })).toMatchObject(nothing);
    pass(1);
    await call('claimJuf', { body: {} });
    expect(await send('claimJuf', { body: { purchaseId: purchase.id } })).toMatchObject(nothing);
    pass(40 * DAY_MS);
    await call('claimJuf', { body: {} });
    pass(DAY_MS);
    expect(await send('claimJuf', { body: { purchaseId: purchase.id } })).toMatchObject(nothing);
    expect(await idle.send('claimJuf', { body: {} })).toMatchObject(nothing);
  });

  it('is refused with PURCHASE_UNKNOWN for one that is not there, or is somebody else’s', async () => {
    const { buyer, pass } = shared;
    const [mine, theirs] = [await buyer(), await buyer()];
    const { purchase } = await theirs.buy();
    pass(DAY_MS);
    expect(await mine.send('claimJuf', { body: { purchaseId: purchase.id } })).toMatchObject({ status: 422, code: 'PURCHASE_UNKNOWN' });
    expect(await mine.send('claimJuf', { body: { purchaseId: v7() } })).toMatchObject({ status: 422, code: 'PURCHASE_UNKNOWN' });
  });

  it('needs no pool: it is paid though every pool is empty', async () => {
    const { buyer, pass, holds, audit }: Treasury = await startTreasury();
    const { buy, call, available } = await buyer();
    await buy();
    pass(30 * DAY_MS);
    await call('claimJuf', { body: {} });
    expect(await available('JUF')).toBe('200');
    expect(await holds(pooledAccount('REWARD_POOL_FREE'), 'JUF')).toBe('50');
    expect(await audit()).toMatchObject({ sound: true });
  });
});

describe('the database itself', () => {
  it('commits no purchase whose JUF isn’t reserved, and no claim that leaves it reserved', async () => {
    const { buyer, provider } = shared;
    const { buy } = await buyer();
    const { purchase } = await buy();
    const refused = { constraint: 'treasury_purchase_covered' };
    await expect(provider.pool.query('update treasury_purchase set claimed_juf = 1 where id = $1', [purchase.id])).rejects.toMatchObject(
      refused,
    );
    await expect(provider.pool.query('update treasury_purchase set juf = juf + 1 where id = $1', [purchase.id])).rejects.toMatchObject(
      refused,
    );
  });

  it('keeps no part of a base unit, and no more claimed than was bought', async () => {
    const { buyer, provider } = shared;
    const { buy } = await buyer();
    const { purchase } = await buy();
    const set = (claimed: string) =>
      provider.pool.query(`update treasury_purchase set claimed_juf = ${claimed} where id = '${purchase.id}'`);
    await expect(set('1.6')).rejects.toMatchObject({ code: '23514' });
    await expect(set("'NaN'")).rejects.toMatchObject({ code: '23514' });
    await expect(set('juf + 1')).rejects.toMatchObject({ constraint: 'treasury_purchase_claimed' });
  });
});
