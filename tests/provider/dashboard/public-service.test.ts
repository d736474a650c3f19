import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { ChainUnavailable } from '../../../provider/chain-client.ts';
import { defaultEconomy } from '../../../provider/economy.ts';
import { claimBonus } from '../../../provider/modules/bonuses/list-bonuses.ts';
import { readServiceStatus } from '../../../provider/modules/dashboard/read-service.ts';
import { pooledAccount } from '../../../provider/ledger/account.ts';
import { operate } from '../operate.ts';
import { bonusPool, rewardPool, startClub } from '../profile/open-club.ts';
import { pricesAtHand } from '../price/prices-at-hand.ts';

describe('the public figures', () => {
  it('of the terms is what the economy of this provider says', { tags: 'full' }, async () => {
    const economy = { ...defaultEconomy, transfer: { ...defaultEconomy.transfer, feeRate: 25 } };
    const { provider } = await startClub({ economy });
    const terms = await provider.call('serviceTerms');
    expect(terms).toMatchObject({
      transfer: { feeRate: 25, payoutFee: { JU: '0.1', JUF: '1', USDT: '1' } },
      pools: { bonusShareOfSales: 2_000, insuranceShareOfTreasury: 500, rewardMintShareOfSold: 2_500 },
      bonuses: { capRate: 5_000 },
      insurance: { premiumRate: 200, days: 180, maxPayoutRate: 1_500, noCancelDays: 7 },
      orders: { unsignedUsd: '100' },
    });
    expect(terms.staking.periods).toContainEqual({ days: 360, apr: 1_800 });
    expect(terms.treasury.packages).toContainEqual({ discountRate: 1_000, vestingDays: 360 });
  });

  it('of the cap is the lower of what the terms and the contract allow', async () => {
    const { provider } = await startClub();
    const capOf = async () => (await provider.call('serviceTerms')).treasury.maxMintingCap;
    const contractAllows = (juf: string) =>
      provider.pool.query('update treasury_supply set contract_cap_juf = $1', [`${juf}${'0'.repeat(18)}`]);
    expect(await capOf()).toBe('21000000');
    await contractAllows('20000000');
    expect(await capOf()).toBe('20000000');
    await contractAllows('30000000');
    expect(await capOf()).toBe('21000000');
  });

  it('of the pools is their balance minus what they have promised', async () => {
    const club = await startClub();
    await club.give(rewardPool, 'JUF', '1000');
    await club.give(pooledAccount('INSURANCE_POOL_FREE'), 'USDT', '70');
    await club.give(bonusPool, 'USDT', '50');
    const sponsor = await club.join('100');
    await sponsor.buyRole('SILVER');
    const guest = await club.join('100', sponsor);
    await guest.buyRole('SILVER');
    const { pools } = await club.provider.call('servicePools');
    // Each role puts 20 into the pool, and 7 of the second one are the sponsor's.
    expect(pools).toEqual([
      { kind: 'REWARDS', walletType: 'JUF', free: '1000', promised: '0' },
      { kind: 'INSURANCE', walletType: 'USDT', free: '70', promised: '0' },
      { kind: 'BONUSES', walletType: 'USDT', free: '83', promised: '7' },
    ]);
  });

  it('of the pools is of one moment, whatever is claimed while they are read', async () => {
    const { provider, join } = await startClub();
    const sponsor = await join('100');
    await sponsor.buyRole('SILVER');
    await (await join('100', sponsor)).buyRole('SILVER');
    const waiting = "select from pg_locks where relation = 'ledger_account'::regclass and not granted";
    const reading = await operate(provider, async (tx) => {
      await tx.execute(sql`lock table ledger_account in access exclusive mode`);
      const pools = provider.call('servicePools');
      await expect.poll(async () => (await provider.pool.query(waiting)).rowCount).toBeGreaterThan(0);
      await claimBonus(tx, { clock: () => provider.time.now }, sponsor.id);
      return { pools };
    });
    const { pools } = await reading.pools;
    expect(pools).toContainEqual({ kind: 'BONUSES', walletType: 'USDT', free: '33', promised: '7' });
  });

  it('of the chain is its newest block, or that it does not answer', async () => {
    const { provider } = await startClub();
    const { block, jufPriceAt } = await provider.call('serviceStatus');
    expect(block?.number).toBeGreaterThan(0);
    expect(jufPriceAt).toBeNull();
    const clock = () => provider.time.now;
    const silent = { getLatestBlock: () => Promise.reject(new ChainUnavailable('silent')) };
    const status = await readServiceStatus({ chain: silent, clock, prices: pricesAtHand() });
    expect(status).toMatchObject({ at: provider.time.now.toISOString(), block: null });
  });
});
