import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { createPublicClient, http } from 'viem';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { memberAccount, pooledAccount } from '../../../provider/ledger/account.ts';
import { type NewTransaction, postTransaction } from '../../../provider/ledger/post.ts';
import { packageId } from '../../../provider/modules/treasury/treasury-supply.ts';
import { developmentExchange } from '../../../provider/price/exchange.ts';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { ways } from '../../../src/lib/api/contract/public-service.ts';
import { routerAbi } from '../../../src/lib/chain/abis/router.ts';
import { developmentAddresses } from '../../../src/lib/chain/addresses/development-addresses.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { waysOf } from '../../../src/lib/ways.ts';
import { PATIENCE } from '../../support/patience.ts';
import { type SeededChain, startSeededChain } from '../../support/seeded-chain.ts';
import { operate } from '../operate.ts';
import { signIn } from '../sign-in.ts';
import { startProvider, type TestProvider } from '../start-provider.ts';

let chain: SeededChain;
beforeAll(async () => {
  chain = await startSeededChain();
});
afterAll(() => chain.stop());

const start = (databaseUrl?: string): Promise<TestProvider> =>
  startProvider({
    chainRpcUrl: chain.url,
    exchange: developmentExchange,
    clock: systemClock,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });

describe('a provider on a chain with an exchange', () => {
  it('shows its current price soon after the start, and that of 90 days', async () => {
    const provider = await start();
    // The newest price is read first, then those of the days before.
    const home = await vi.waitFor(async () => {
      const answer = await provider.call('dashboardHome');
      expect(answer.jufPrice).not.toBeNull();
      expect(answer.jufPriceHistory).toHaveLength(90);
      return answer;
    }, PATIENCE);
    expect(home.jufPrice).toMatch(/^0\.42\d*$/);
    expect(home.jufPriceHistory.every(({ price }) => /^0\.(3[5-9]|4)\d*$/.test(price))).toBe(true);
    expect(Math.abs(Date.now() - Date.parse(home.jufPriceAt ?? ''))).toBeLessThan(60_000);
  });

  it('says what its pool holds, so that a swap can be worked out as the router does it', async () => {
    const provider = await start();
    const { price, offered } = await vi.waitFor(async () => {
      const [home, terms] = [await provider.call('dashboardHome'), await provider.call('serviceTerms')];
      if (home.jufPrice === null || !terms.ways?.exchange) throw new Error('not read yet');
      return { price: home.jufPrice, offered: ways.parse(terms.ways) };
    }, PATIENCE);
    const { swap } = waysOf({ offered, price18: fromDecimalString(price), exchangeFee: 50, usdt: fromDecimalString('1000'), days: 360 });
    const { router, usdt, juf } = developmentAddresses;
    const [, traded] = await createPublicClient({ transport: http(chain.url) }).readContract({
      address: router,
      abi: routerAbi,
      functionName: 'getAmountsOut',
      args: [1_000_000_000n, [usdt, juf]],
    });
    expect(swap).toMatchObject({ juf: traded });
  });

  it('can be one of several that read the chain at once: all find the same price, and none fails', async () => {
    const first = await start();
    const others = await Promise.all([1, 2, 3].map(() => start(first.databaseUrl)));
    for (const provider of [first, ...others]) {
      await vi.waitFor(async () => expect((await provider.call('dashboardHome')).jufPrice).toMatch(/^0\.42/), PATIENCE);
      expect(provider.logged.join('')).not.toContain('prices could not be read');
    }
    const { rows } = await first.pool.query<{ twice: string }>(
      'select count(*) - count(distinct (pair, block_number)) as twice from pair_observation',
    );
    expect(rows[0]?.twice).toBe('0');
  });

  it('sells at that price, but no longer after ten minutes without a reading', async () => {
    let aheadMs = 0;
    const provider = await startProvider({
      chainRpcUrl: chain.url,
      exchange: developmentExchange,
      clock: () => new Date(Date.now() + aheadMs),
    });
    await vi.waitFor(async () => expect((await provider.call('dashboardHome')).jufPrice).not.toBeNull(), PATIENCE);
    const { token, id } = await signIn(provider);
    await operate(provider, (tx) => postTransaction(tx, deposit(id, 1_000_000_000n)));
    const buy = () => {
      const body = { treasuryId: packageId('SEED'), amount: '100', maxPrice: '1', insured: false };
      return provider.send('POST', '/sales/purchaseTreasury', { token, body, headers: { 'idempotency-key': randomUUID() } });
    };
    const { jufPrice } = await provider.call('treasuryList', { token });
    const bought = await buy();
    expect(bought).toMatchObject({ status: 200, data: { purchase: { paid: '100', price: jufPrice } } });
    aheadMs = 11 * 60_000;
    expect(await buy()).toMatchObject({ status: 409, code: 'PRICE_UNAVAILABLE', detail: { reason: 'STALE' } });
    expect((await provider.call('dashboardHome')).jufPrice).toBe(jufPrice);
    expect((await provider.call('treasuryList', { token })).jufPrice).toBe(jufPrice);
  });

  it('keeps showing what it knew when the chain is gone, and logs that it can’t read it', async () => {
    const before = await start();
    await vi.waitFor(async () => expect((await before.call('dashboardHome')).jufPriceHistory).toHaveLength(90), PATIENCE);
    await chain.kill();
    const after = await start(before.databaseUrl);
    await vi.waitFor(() => expect(after.logged.join('')).toContain('prices could not be read'), PATIENCE);
    // Read only now: while the chain was there, it may have learned one more price.
    const known = await before.call('dashboardHome');
    expect(known).toMatchObject({ jufPrice: expect.any(String) as unknown, jufPriceHistory: { length: 90 } });
    const { jufPrice, jufPriceAt, jufPriceHistory } = await after.call('dashboardHome');
    expect({ jufPrice, jufPriceAt, jufPriceHistory }).toEqual({
      jufPrice: known.jufPrice,
      jufPriceAt: known.jufPriceAt,
      jufPriceHistory: known.jufPriceHistory,
    });
  });
});

function deposit(memberId: string, amountBaseUnits: bigint): NewTransaction {
  return {
    id: v7(),
    kind: 'ADJUSTMENT',
    occurredAt: new Date(),
    entries: [
      { account: pooledAccount('OUTSIDE_WORLD'), token: 'USDT', amountBaseUnits: -amountBaseUnits },
      { account: memberAccount('AVAILABLE', memberId), token: 'USDT', amountBaseUnits },
    ],
  };
}
