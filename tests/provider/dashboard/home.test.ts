import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { memberAccount, pooledAccount, promiseAccount, type Token } from '../../../provider/ledger/account.ts';
import { postTransaction } from '../../../provider/ledger/post.ts';
import { pricesAtHand } from '../price/prices-at-hand.ts';
import { operate } from '../operate.ts';
import { startProvider, type TestProvider } from '../start-provider.ts';
import { signIn } from '../sign-in.ts';

const ONE = 10n ** 18n;

function give(provider: TestProvider, memberId: string, token: Token, amountBaseUnits: bigint): Promise<unknown> {
  return operate(provider, (tx) =>
    postTransaction(tx, {
      id: v7(),
      kind: 'ADJUSTMENT',
      occurredAt: provider.time.now,
      entries: [
        { account: pooledAccount('OUTSIDE_WORLD'), token, amountBaseUnits: -amountBaseUnits },
        { account: memberAccount('AVAILABLE', memberId), token, amountBaseUnits },
      ],
    }),
  );
}

describe('the dashboard', () => {
  it('of an empty service is empty, not broken', async () => {
    const { call } = await startProvider();
    expect(await call('dashboardHome')).toEqual({
      jufPrice: null,
      jufPriceAt: null,
      juPrice: null,
      jufPriceHistory: [],
      totalStaked: '0',
      totalMinted: '1526000',
      maxMintingCap: '21000000',
      totalMembers: 0,
      poll: null,
    });
  });

  it('shows the price with its time, and the price of each of 90 days', async () => {
    const prices = pricesAtHand();
    prices.jufPrice = { price18: 123_456_789_012_345_678n, at: new Date('2026-11-21T08:59:00.000Z') };
    prices.history = [
      { at: new Date('2026-11-20T00:00:00.000Z'), price18: ONE / 5n },
      { at: new Date('2026-11-21T08:59:00.000Z'), price18: ONE / 4n },
    ];
    const provider = await startProvider({ prices });
    expect(await provider.call('dashboardHome')).toMatchObject({
      jufPrice: '0.123456789012345678',
      jufPriceAt: '2026-11-21T08:59:00.000Z',
      jufPriceHistory: [
        { time: '2026-11-20T00:00:00.000Z', price: '0.2' },
        { time: '2026-11-21T08:59:00.000Z', price: '0.25' },
      ],
    });
    expect(prices.askedHistory).toEqual([{ span: { step: 'DAY', count: 90 }, until: provider.time.now }]);
  });

  it('keeps showing the last known price, with its time, when there is none to trade at', async () => {
    const prices = pricesAtHand();
    prices.jufPrice = { price18: ONE / 2n, at: new Date('2026-11-21T03:00:00.000Z') };
    prices.unavailable = 'STALE';
    const provider = await startProvider({ prices });
    expect(await provider.call('dashboardHome')).toMatchObject({ jufPrice: '0.5', jufPriceAt: '2026-11-21T03:00:00.000Z' });
  });

  it('includes the price of JU for members without JU in JuFi, who may hold it in a wallet', async () => {
    const prices = pricesAtHand();
    prices.juPrice = { price18: ONE / 8n, at: new Date('2026-11-21T08:59:00.000Z') };
    const provider = await startProvider({ prices });
    const { token } = await signIn(provider);
    expect(await provider.call('dashboardHome', { token })).toMatchObject({ juPrice: '0.125', jufPrice: null });
  });

  it('adds what a member owns, valued and rounded down to six digits', async () => {
    const prices = pricesAtHand();
    const provider = await startProvider({ prices });
    const { token, id } = await signIn(provider);
    prices.jufPrice = { price18: ONE / 3n, at: provider.time.now };
    await give(provider, id, 'JUF', 2n * ONE);
    await give(provider, id, 'USDT', 1_500_001n);
    const home = await provider.call('dashboardHome', { token });
    expect(home.portfolio).toEqual({
      totalUsd: '2.166667',
      parts: [
        { kind: 'WALLET', walletType: 'JU', amount: '0', usd: '0' },
        { kind: 'WALLET', walletType: 'JUF', amount: '2', usd: '0.666666' },
        { kind: 'WALLET', walletType: 'USDT', amount: '1.500001', usd: '1.500001' },
      ],
    });
    expect(home.claimable?.privilege).toEqual({ claimable: false, juf: '0', score: 0, nextAt: null });
    await give(provider, id, 'JU', 1n);
    expect((await provider.call('dashboardHome', { token })).portfolio).toMatchObject({ totalUsd: null, parts: [{ usd: null }, {}, {}] });
  });

  it('lists the member’s own last ten movements, newest first', async () => {
    const provider = await startProvider();
    const [mine, theirs] = [await signIn(provider), await signIn(provider)];
    for (let amount = 1n; amount <= 12n; amount += 1n) {
      provider.time.advance(1_000);
      await give(provider, mine.id, 'USDT', amount * 1_000_000n);
    }
    await give(provider, theirs.id, 'USDT', 5n);
    const { activity } = await provider.call('dashboardHome', { token: mine.token });
    expect(activity?.map(({ amount }) => amount)).toEqual(['12', '11', '10', '9', '8', '7', '6', '5', '4', '3']);
    expect(activity?.[0]).toMatchObject({ kind: 'ADJUSTMENT', direction: 'IN', fee: '0', status: 'POSTED', balanceAfter: '78' });
  });

  it('counts members and staked JUF', async () => {
    const provider = await startProvider();
    const { id } = await signIn(provider);
    await signIn(provider);
    await give(provider, id, 'JUF', 5n * ONE);
    await operate(provider, (tx) =>
      postTransaction(tx, {
        id: v7(),
        kind: 'STAKE',
        occurredAt: provider.time.now,
        entries: [
          { account: memberAccount('AVAILABLE', id), token: 'JUF', amountBaseUnits: -3n * ONE },
          { account: promiseAccount('STAKED', v7()), token: 'JUF', amountBaseUnits: 3n * ONE },
        ],
      }),
    );
    expect(await provider.call('dashboardHome')).toMatchObject({ totalMembers: 2, totalStaked: '3', totalMinted: '1526000' });
  });
});
