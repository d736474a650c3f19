import { describe, expect, it } from 'vitest';
import { defaultEconomy } from '../../../provider/economy.ts';
import { turboUnitPrice } from '../../../provider/economy-model/rates.ts';
import { readTurboPrice } from '../../../provider/modules/staking/charge-turbo.ts';
import type { PriceReading } from '../../../provider/price/read-price.ts';
import { fromDecimalString, toDecimalString } from '../../../src/lib/amount.ts';
import { pricesAtHand } from '../price/prices-at-hand.ts';
import { priceOf, startStaking } from './open-staking.ts';

const usdt = (price: string): bigint => fromDecimalString(price, 18);
const unitPrice = (juf: string, ju: string): string =>
  toDecimalString(turboUnitPrice(defaultEconomy.staking.turbo, { juf18: usdt(juf), ju18: usdt(ju) }), 18);

describe('the price of a unit', () => {
  it('is what it returns in its 30 days and a tenth more, rounded up to three digits', () => {
    // 100 JUF × 1 % × 30 ÷ 365 is 0.0821917… JUF; four fifths of it, 0.0657534….
    expect(unitPrice('1', '1')).toBe('0.0658');
    expect(unitPrice('0.42', '0.084')).toBe('0.329');
    expect(unitPrice('0.553', '1')).toBe('0.05');
    expect(unitPrice('123.45', '0.0001')).toBe('81200');
  });

  it('is never less than the least price', () => {
    expect(unitPrice('0.01', '1')).toBe('0.05');
    expect(unitPrice('0.000000000000000001', '1000000')).toBe('0.05');
  });
});

describe('the price of turbo', () => {
  /** JUF's price for each hour since `start`, with JU at one USDT; missing hours aren't known yet. */
  const start = new Date('2026-11-21T09:00:00.000Z');
  const hours = (...jufPrices: readonly (PriceReading | string)[]) => ({
    ...pricesAtHand(),
    jufAsOf: (at: Date): Promise<PriceReading> => {
      const price = jufPrices[Math.floor((at.getTime() - start.getTime()) / 3_600_000)];
      if (price === undefined) return Promise.resolve({ status: 'UNAVAILABLE', reason: 'STALE', lastKnown: null });
      return Promise.resolve(typeof price === 'string' ? available(usdt(price)) : price);
    },
    juAsOf: () => Promise.resolve(available(usdt('1'))),
  });
  const available = (price18: bigint, shortPrice18 = price18, longPrice18 = price18): PriceReading => ({
    status: 'AVAILABLE',
    price18,
    at: start,
    shortPrice18,
    longPrice18,
  });
  const at = (minutes: number): Date => new Date(start.getTime() + minutes * 60_000);
  const read = (prices: ReturnType<typeof hours>, minutes: number) => readTurboPrice(prices, defaultEconomy, at(minutes));
  const unit = (juf: string): bigint => fromDecimalString(unitPrice(juf, '1'), 18);

  it('holds for an hour, and a review at the previous price isn’t charged more', async () => {
    const rising = hours('1', '2', '3');
    expect(await read(rising, 60)).toEqual({ status: 'AVAILABLE', shown: unit('2'), charged: unit('1') });
    expect(await read(rising, 119.99)).toEqual({ status: 'AVAILABLE', shown: unit('2'), charged: unit('1') });
    expect(await read(rising, 120)).toEqual({ status: 'AVAILABLE', shown: unit('3'), charged: unit('2') });
    const falling = hours('3', '2');
    expect(await read(falling, 60)).toEqual({ status: 'AVAILABLE', shown: unit('2'), charged: unit('2') });
  });

  it('is the last hour’s until the chain has been read beyond the beginning of this one, and no longer', async () => {
    const lagging = hours('1', '2');
    expect(await read(lagging, 121)).toEqual({ status: 'AVAILABLE', shown: unit('2'), charged: unit('2') });
    expect(await read(lagging, 181)).toMatchObject({ status: 'UNAVAILABLE', reason: 'STALE' });
  });

  it('counts JU at the lower of its two averages', async () => {
    const prices = { ...hours('1', '1'), juAsOf: () => Promise.resolve(available(usdt('1'), usdt('1'), usdt('0.95'))) };
    expect(await read(prices, 60)).toMatchObject({ charged: fromDecimalString(unitPrice('1', '0.95'), 18) });
  });

  it('is not there while nothing can be bought at the prices, or JU is worth nothing', async () => {
    const apart: PriceReading = { status: 'UNAVAILABLE', reason: 'WINDOWS_APART', lastKnown: { price18: usdt('2'), at: start } };
    expect(await read(hours('1', apart), 60)).toEqual({ status: 'UNAVAILABLE', shown: unit('2'), reason: 'WINDOWS_APART' });
    const worthless = { ...hours('1', '1'), juAsOf: () => Promise.resolve(available(0n)) };
    expect(await read(worthless, 60)).toMatchObject({ status: 'UNAVAILABLE', shown: usdt('0.05') });
  });
});

describe('a charge', () => {
  it('costs what was shown, and burns nothing while there is no price', async () => {
    const { member, prices, holds, provider } = await startStaking();
    const staker = await member({ JUF: '250', JU: '10' });
    const stake = await staker.stake('250', 90);
    const charge = () => staker.send('turboCharge', { body: { stakingId: stake.id, units: 1 } });
    prices.unavailable = 'TOO_THIN';
    expect(await charge()).toMatchObject({ status: 409, code: 'PRICE_UNAVAILABLE', detail: { reason: 'TOO_THIN' } });
    expect(await staker.available('JU')).toBe('10');
    prices.unavailable = null;
    [prices.jufPrice, prices.juPrice] = [priceOf('0.42'), priceOf('0.084')];
    expect((await staker.call('stakingInfo')).turboChargeInfo.pricePerUnit).toBe('0.329');
    expect((await charge()).data).toMatchObject({ charge: { paid: '0.987' } });
    expect(await holds({ kind: 'BURNED', ownerId: '00000000-0000-0000-0000-000000000000' }, 'JU')).toBe('0.987');
    expect(provider.logged.join('')).not.toContain('"level":50');
  });
});
