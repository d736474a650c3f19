import { describe, expect, it } from 'vitest';
import { memberAccount, pooledAccount } from '../../../provider/ledger/account.ts';
import { fromDecimalString, toDecimalString } from '../../../src/lib/amount.ts';
import { ways } from '../../../src/lib/api/contract/public-service.ts';
import { timesOf, waysOf, type WaysOffered } from '../../../src/lib/ways.ts';
import { DAY_MS, startTreasury, type Treasury } from '../treasury/open-treasury.ts';

const USDT = '1000';

async function readOffer({ provider }: Treasury): Promise<WaysOffered> {
  return ways.parse((await provider.call('serviceTerms')).ways);
}

const worked = (offered: WaysOffered, price: string, days: number) =>
  waysOf({ offered, price18: fromDecimalString(price), exchangeFee: 50, usdt: fromDecimalString(USDT), days });

describe('what 1,000 USDT are said to become is what the ledger gives', () => {
  it('in each package, at an awkward price, for each time', async () => {
    const treasury = await startTreasury();
    treasury.setPrice('0.412345678901234567');
    const offered = await readOffer(treasury);
    for (const days of [...timesOf(offered), 13]) {
      const { buy } = worked(offered, '0.412345678901234567', days);
      if ('closed' in buy) throw new Error(buy.closed);
      const buyer = await treasury.buyer(USDT);
      const body = { treasuryId: buy.pack.id, amount: USDT, maxPrice: toDecimalString(buy.price18), insured: false };
      const { purchase } = await buyer.call('purchaseTreasury', { body });
      expect(purchase.juf).toBe(toDecimalString(buy.juf));
      treasury.pass(days * DAY_MS);
      treasury.setPrice('0.412345678901234567');
      const { claimed } = await buyer.call('claimJuf', { body: {} });
      expect(claimed).toBe(toDecimalString(buy.vested));
    }
  });

  it('staked after a swap, for each time', async () => {
    const treasury = await startTreasury();
    await treasury.give(pooledAccount('REWARD_POOL_FREE'), 'JUF', '100000');
    treasury.prices.reserves = { base: 500_000n * 10n ** 18n, quote: 210_000n * 10n ** 6n };
    const offered = await readOffer(treasury);
    for (const days of timesOf(offered)) {
      const { stake } = worked(offered, '0.5', days);
      if ('closed' in stake) throw new Error(stake.closed);
      const member = await treasury.buyer('0');
      await treasury.give(memberAccount('AVAILABLE', member.id), 'JUF', toDecimalString(stake.staked));
      const body = { amount: toDecimalString(stake.staked), periodId: stake.period.id };
      const { staking } = await member.call('stakingPurchase', { body });
      expect(staking.effectiveApr).toBe(stake.rate);
      treasury.pass(stake.period.days * DAY_MS);
      await member.call('claimRoi', { body: {} });
      await member.call('withdrawCapital', { body: { stakingId: staking.id } });
      expect(await member.available('JUF')).toBe(toDecimalString(stake.juf));
    }
  });
});

describe('what is offered', () => {
  it('leaves out packages that are closed, and says what is left to sell and to promise', async () => {
    const treasury = await startTreasury();
    await treasury.give(pooledAccount('REWARD_POOL_FREE'), 'JUF', '7');
    await treasury.provider.pool.query(`update treasury_package set closed_at = now() where code = 'RIDGE'`);
    const { ways: offered } = await treasury.provider.call('serviceTerms');
    expect(offered?.packages.map(({ name }) => name)).toEqual(['Seed', 'Growth', 'Summit']);
    // 21,000,000 less what had been minted before; of each sale a quarter is minted besides.
    expect(offered?.sellableJuf).toBe(String((21_000_000 - 1_526_000) / 1.25));
    expect(offered).toMatchObject({ rewardPoolFree: '7', exchange: null });
  });
});
