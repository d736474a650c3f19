import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transferIntentTypes } from '../../../src/lib/api/contract/transfer-intent.ts';
import { developmentExchange } from '../../../provider/price/exchange.ts';
import { openProvider, startProvider } from '../start-provider.ts';
import { pricesAtHand } from '../price/prices-at-hand.ts';
import { composeTransfer, DOMAIN, fund, newPerson, type Person, sendTransfer } from './transfers.ts';

const ONE = 10n ** 18n;
const limits = { callsPerClient: 100_000, signInsPerClient: 10_000 };

describe('the overview', () => {
  it('shows each token with its decimals, its address and what it is worth', async () => {
    const prices = pricesAtHand();
    const provider = await startProvider({ prices, exchange: developmentExchange, limits });
    const ada = await newPerson(provider);
    prices.jufPrice = { at: provider.time.now, price18: (ONE * 3n) / 2n };
    prices.juPrice = { at: provider.time.now, price18: ONE / 3n };
    await fund(provider, ada.id, 'JUF', '2.000000000000000001');
    await fund(provider, ada.id, 'JU', '1');
    await fund(provider, ada.id, 'USDT', '0.5');
    const overview = await provider.call('walletOverview', { token: ada.token });
    const { juf, usdt } = developmentExchange.tokens;
    expect(overview).toEqual({
      walletList: [
        { walletType: 'JU', balance: '1', locked: '0', usd: '0.333333', decimals: 18, tokenAddress: null },
        { walletType: 'JUF', balance: '2.000000000000000001', locked: '0', usd: '3', decimals: 18, tokenAddress: juf },
        { walletType: 'USDT', balance: '0.5', locked: '0', usd: '0.5', decimals: 6, tokenAddress: usdt },
      ],
      totalUsd: '3.833333',
      vault: null,
      pendingDeposits: [],
    });
  });

  it('has no value where a price is unknown', async () => {
    const provider = await startProvider({ limits });
    const ada = await newPerson(provider);
    await fund(provider, ada.id, 'USDT', '1');
    expect(await provider.call('walletOverview', { token: ada.token })).toMatchObject({ totalUsd: '1' });
    await fund(provider, ada.id, 'JUF', '1');
    const { walletList, totalUsd } = await provider.call('walletOverview', { token: ada.token });
    expect(walletList.map(({ usd }) => usd)).toEqual(['0', null, '1']);
    expect(totalUsd).toBeNull();
  });
});

let provider: Awaited<ReturnType<typeof openProvider>>;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  provider = await openProvider({ limits });
  ada = await newPerson(provider);
  bob = await newPerson(provider);
  await fund(provider, ada.id, 'USDT', '1000');
});
afterAll(() => provider.stop());

describe('the terms of a transfer', () => {
  const terms = (query: Record<string, string>) => provider.call('walletTransferTerms', { token: ada.token, query });

  it('to a member name limits, fee, recipient and what to sign', async () => {
    expect(await terms({ walletType: 'USDT', destination: 'MEMBER', to: bob.wallet.address.toLowerCase() })).toMatchObject({
      walletType: 'USDT',
      available: '1000',
      minAmount: '1',
      maxAmount: '10000000',
      feeRate: 10,
      feeMin: '0',
      dailyLeft: null,
      recipient: { id: bob.id, uid: bob.uid, username: `ju-${bob.uid}`, address: bob.wallet.address },
      intent: { domain: DOMAIN, types: transferIntentTypes, maxDeadlineSeconds: 600 },
    });
  });

  it.each([
    ['JU', '0.1'],
    ['JUF', '1'],
    ['USDT', '1'],
  ])('of a payout in %s name its flat fee, the daily limit and the member’s own address', async (walletType, feeMin) => {
    expect(await terms({ walletType, destination: 'CHAIN' })).toMatchObject({
      feeRate: 0,
      feeMin,
      dailyLeft: '50000',
      recipient: { id: ada.id, address: ada.wallet.address },
    });
  });

  it('give another nonce each time, and leave nothing behind', async () => {
    const [one, two] = [await terms({ walletType: 'JU' }), await terms({ walletType: 'JU' })];
    expect(one.intent.nonce).not.toBe(two.intent.nonce);
    expect(one).not.toHaveProperty('recipient');
  });

  it('are refused for an unknown name and a mistyped address', async () => {
    const lookUp = (to: string) => provider.send('GET', '/wallet/transfer', { token: ada.token, query: { walletType: 'JU', to } });
    expect(await lookUp('nobody-here')).toMatchObject({ status: 422, code: 'RECIPIENT_UNKNOWN' });
    expect(await lookUp('0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toMatchObject({
      status: 400,
      detail: { fields: { to: 'CHECKSUM' } },
    });
    expect(await provider.send('GET', '/wallet/transfer', { token: ada.token, query: { walletType: 'BTC' } })).toMatchObject({
      status: 400,
    });
  });

  it('name the last five members sent to, the latest first, none twice and none that is blocked', async () => {
    const carl = await newPerson(provider);
    await fund(provider, carl.id, 'USDT', '100');
    const friends = await Promise.all(Array.from({ length: 7 }, () => newPerson(provider)));
    for (const to of [...friends, ...friends.slice(0, 2)]) {
      provider.time.advance(1_000);
      expect(await sendTransfer(provider, carl, await composeTransfer(provider, carl, { to, amount: '1' }))).toMatchObject({ status: 200 });
    }
    await provider.pool.query('update member set blocked_at = $1 where id = $2', [provider.time.now, friends[6]?.id]);
    const { recentRecipients } = await provider.call('walletTransferTerms', { token: carl.token, query: { walletType: 'JU' } });
    expect(recentRecipients.map(({ id }) => id)).toEqual([1, 0, 5, 4, 3].map((index) => friends[index]?.id));
  });
});
