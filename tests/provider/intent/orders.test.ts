import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Hex, pad } from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultEconomy, type Economy } from '../../../provider/economy.ts';
import { calls } from '../../../provider/handlers.ts';
import { memberAccount, pooledAccount } from '../../../provider/ledger/account.ts';
import { beginSession } from '../../../provider/modules/account/sessions.ts';
import { forgetOld } from '../../../provider/jobs/list-jobs.ts';
import { roleId } from '../../../provider/modules/roles/purchase-role.ts';
import { periodsOf } from '../../../provider/modules/staking/purchase-stake.ts';
import { packageId } from '../../../provider/modules/treasury/treasury-supply.ts';
import { appendTerms } from '../../../provider/terms/terms-versions.ts';
import { fromDecimalString, toDecimalString } from '../../../src/lib/amount.ts';
import { devChain } from '../../support/dev-chain.ts';
import { smartAccountCode } from '../account/smart-accounts.ts';
import { operate } from '../operate.ts';
import { newWallet, signIn, type Wallet } from '../sign-in.ts';
import type { Answer } from '../start-provider.ts';
import { DAY_MS, openTreasury, type Treasury } from '../treasury/open-treasury.ts';
import { type OrderName, signOrder, type SignedAs } from './sign-order.ts';

let treasury: Treasury & { stop: () => Promise<void> };
beforeAll(async () => {
  treasury = await openTreasury({ insurancePool: '100000' });
  await treasury.give(pooledAccount('REWARD_POOL_FREE'), 'JUF', '100000');
});
afterAll(async () => {
  expect(await treasury.audit()).toMatchObject({ sound: true });
  await treasury.stop();
});

interface Member {
  id: string;
  wallet: Wallet;
  /** In a new session, as a thief with another token would. */
  send: (name: OrderName, body: object, key?: string) => Promise<Answer>;
  /** What the wallet signs. */
  sign: (name: OrderName, body: object, as?: SignedAs) => Promise<object>;
}

let ada: Member;
beforeEach(async () => {
  treasury.prices.unavailable = null;
  treasury.setPrice('0.5');
  treasury.prices.juPrice = { price18: 2n * 10n ** 18n, at: treasury.provider.time.now };
  ada = await join();
});

async function join(wallet = newWallet()): Promise<Member> {
  const { provider, database, give } = treasury;
  const { id } = await signIn(provider, wallet);
  for (const [token, amount] of [['USDT', '5000'], ['JUF', '5000'], ['JU', '5000']] as const) await give(memberAccount('AVAILABLE', id), token, amount); // oxfmt-ignore
  return {
    id,
    wallet,
    send: async (name, body, key = randomUUID()) => {
      const { token } = await beginSession(database, provider.time.now, id, 'WALLET');
      return provider.send(calls[name].method, calls[name].path, { token, body, headers: { 'idempotency-key': key } });
    },
    sign: (name, body, as) => signOrder(provider, wallet, name, body, as),
  };
}

async function owned({ id }: Member): Promise<string[]> {
  return Promise.all((['USDT', 'JUF', 'JU'] as const).map((token) => treasury.holds(memberAccount('AVAILABLE', id), token)));
}
const WHOLE = ['5000', '5000', '5000'];

const days = (wanted: number): string => periodsOf(defaultEconomy).find((period) => period.days === wanted)?.id ?? '';
const buyPackage = (amount: string, insured = false) => ({ treasuryId: packageId('SUMMIT'), amount, maxPrice: '0.5', insured });
const buyRole = { roleId: roleId('GOLD'), walletType: 'USDT' };
const stake = (amount: string) => ({ amount, periodId: days(90) });
const points = (count: number) => ({ points: count });

/** Each of more than the limit of 100 US dollars, and what it may cost at most. JUF is worth 0.50, JU 2.00. */
const ABOVE: readonly (readonly [OrderName, object, string])[] = [
  ['purchaseTreasury', buyPackage('100.000001'), '100.000001'],
  ['purchaseTreasury', buyPackage('99', true), '100.98'],
  ['purchaseMemberRoles', buyRole, '500'],
  ['juScorePurchase', points(10_000), '100'],
  ['stakingPurchase', stake('200.000000000000000001'), '200.000000000000000001'],
];

async function setLimit(unsignedUsd: string): Promise<void> {
  const economy: Economy = { ...defaultEconomy, orders: { unsignedUsd } };
  const now = treasury.provider.time.now;
  await operate(treasury.provider, (tx) => appendTerms(tx, { economy, appliedBy: 'a test', reason: 'a test', now }));
}

describe('an order above the limit', () => {
  beforeEach(() => setLimit('99.999999'));
  afterAll(() => setLimit('100'));

  it.each(ABOVE)('%s %j is refused with a token alone, and says what is left', async (name, body) => {
    const isStake = name === 'stakingPurchase';
    expect(await ada.send(name, body)).toMatchObject({
      status: 422,
      code: 'INTENT_REQUIRED',
      detail: {
        walletType: isStake ? 'JUF' : 'USDT',
        left: isStake ? '199.999998' : '99.999999',
        limitUsd: '99.999999',
        maxDeadlineSeconds: 600,
      },
    });
    expect(await owned(ada)).toEqual(WHOLE);
  });

  it.each(ABOVE)('%s %j is made with what the wallet signed, to the last digit of what it may cost', async (name, body, maxTotal) => {
    expect(await ada.send(name, await ada.sign(name, body, { maxTotal }))).toMatchObject({ status: 200 });
    expect(await owned(ada)).not.toEqual(WHOLE);
  });

  it.each(ABOVE)('%s %j is refused where it costs more than was signed', async (name, body, maxTotal) => {
    const less = toDecimalString(fromDecimalString(maxTotal, 18) - 1n, 18);
    expect(await ada.send(name, await ada.sign(name, body, { maxTotal: less }))).toMatchObject({
      status: 422,
      code: 'PRICE_MOVED',
      detail: { total: maxTotal },
    });
    expect(await owned(ada)).toEqual(WHOLE);
  });

  it('is a turbo charge too, which burns JU', async () => {
    const made = await ada.send('stakingPurchase', await ada.sign('stakingPurchase', stake('1000')));
    const { staking } = calls.stakingPurchase.output.parse(made.data);
    const charge = { stakingId: staking.id, units: 1 };
    await setLimit('0');
    expect(await ada.send('turboCharge', charge)).toMatchObject({ code: 'INTENT_REQUIRED', detail: { walletType: 'JU', left: '0' } });
    expect((await owned(ada))[2]).toBe('5000');
    expect(await ada.send('turboCharge', await ada.sign('turboCharge', charge))).toMatchObject({ status: 200 });
  });
});

describe('what the wallet signed', () => {
  const HOUR = 3_600;
  const now = (): number => Math.floor(treasury.provider.time.now.getTime() / 1_000);

  it.each<[string, SignedAs, string]>([
    [
      'another package',
      { signed: { order: 'Buy package Seed for 500 USDT, at 0.5 USDT per JUF at most, not insured' } },
      'SIGNATURE_INVALID',
    ],
    [
      'another amount',
      { signed: { order: 'Buy package Summit for 50 USDT, at 0.5 USDT per JUF at most, not insured' } },
      'SIGNATURE_INVALID',
    ],
    [
      'another price',
      { signed: { order: 'Buy package Summit for 500 USDT, at 0.4 USDT per JUF at most, not insured' } },
      'SIGNATURE_INVALID',
    ],
    ['insurance', { signed: { order: 'Buy package Summit for 500 USDT, at 0.5 USDT per JUF at most, insured' } }, 'SIGNATURE_INVALID'],
    ['another id', { signed: { item: packageId('SEED') } }, 'SIGNATURE_INVALID'],
    ['another most', { signed: { maxTotal: '500' } }, 'SIGNATURE_INVALID'],
    ['another token', { signed: { token: 'JUF' } }, 'SIGNATURE_INVALID'],
    ['another nonce', { signed: { nonce: `0x${'00'.repeat(32)}` } }, 'SIGNATURE_INVALID'],
    ['another deadline', { signed: { deadline: 1 } }, 'SIGNATURE_INVALID'],
    ['another member', { signed: { member: `0x${'11'.repeat(20)}` } }, 'SIGNATURE_INVALID'],
    ['another chain', { domain: { chainId: 1 } }, 'SIGNATURE_INVALID'],
    ['another site', { domain: { salt: `0x${'22'.repeat(32)}` } }, 'SIGNATURE_INVALID'],
    ['another’s wallet', { by: newWallet() }, 'SIGNATURE_INVALID'],
  ])('for %s is refused', async (_, as, code) => {
    const signed = await ada.sign('purchaseTreasury', buyPackage('500'), { maxTotal: '600', ...as });
    expect(await ada.send('purchaseTreasury', signed)).toMatchObject({ status: 422, code });
    expect(await owned(ada)).toEqual(WHOLE);
  });

  it('for another kind of order, or a transfer, is refused', async () => {
    const signed = await ada.sign('stakingPurchase', stake('500'));
    const { intent } = { intent: undefined, ...signed };
    expect(await ada.send('juScorePurchase', { ...points(100), intent })).toMatchObject({ code: 'SIGNATURE_INVALID' });
  });

  it('has a deadline, at most ten minutes ahead', async () => {
    const order = buyPackage('500');
    const late = await ada.sign('purchaseTreasury', order, { deadline: now() });
    expect(await ada.send('purchaseTreasury', late)).toMatchObject({ status: 422, code: 'INTENT_EXPIRED' });
    const far = await ada.sign('purchaseTreasury', order, { deadline: now() + HOUR });
    expect(await ada.send('purchaseTreasury', far)).toMatchObject({ status: 400, detail: { fields: { deadline: 'TOO_BIG' } } });
    expect(await owned(ada)).toEqual(WHOLE);
  });

  it('buys once, also of many at once, and is used up by a refusal', async () => {
    const signed = await ada.sign('purchaseTreasury', buyPackage('500'));
    const answers = await Promise.all(Array.from({ length: 8 }, () => ada.send('purchaseTreasury', signed)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'INTENT_USED')).toHaveLength(7);
    const moved = await ada.sign('purchaseTreasury', buyPackage('500'), { maxTotal: '1' });
    expect(await ada.send('purchaseTreasury', moved)).toMatchObject({ code: 'PRICE_MOVED' });
    expect(await ada.send('purchaseTreasury', moved)).toMatchObject({ code: 'INTENT_USED' });
    expect((await owned(ada))[0]).toBe('4500');
  });

  it('is answered again for its key, even after its deadline', async () => {
    const [signed, key] = [await ada.sign('purchaseTreasury', buyPackage('500')), randomUUID()];
    const first = await ada.send('purchaseTreasury', signed, key);
    treasury.pass(HOUR * 1_000);
    expect(await ada.send('purchaseTreasury', signed, key)).toMatchObject({ status: 200, data: first.data });
    expect((await owned(ada))[0]).toBe('4500');
  });

  it('may be signed by the owner of a contract (ERC-1271), and by nobody else', async () => {
    const owner = privateKeyToAccount(generatePrivateKey());
    const { testClient } = devChain();
    const address = privateKeyToAddress(generatePrivateKey());
    await testClient.setCode({ address, bytecode: smartAccountCode.ownerAccount });
    await testClient.setStorageAt({ address, index: 0, value: pad(owner.address) });
    const member = await join({
      address,
      sign: (message) => owner.signMessage({ message }),
      signHash: (hash: Hex) => owner.sign({ hash }),
    });
    const forged = await member.sign('purchaseTreasury', buyPackage('500'), { by: newWallet() });
    expect(await member.send('purchaseTreasury', forged)).toMatchObject({ code: 'SIGNATURE_INVALID' });
    expect(await member.send('purchaseTreasury', await member.sign('purchaseTreasury', buyPackage('500')))).toMatchObject({ status: 200 });
  });
});

describe('without a signature', () => {
  it('100 US dollars can be spent within 24 hours, over all kinds and sessions', async () => {
    expect(await ada.send('purchaseTreasury', buyPackage('40'))).toMatchObject({ status: 200 });
    treasury.pass(DAY_MS / 2);
    treasury.setPrice('0.5');
    expect(await ada.send('juScorePurchase', points(1_000))).toMatchObject({ status: 200 });
    // 100 JUF are worth 50.
    expect(await ada.send('stakingPurchase', stake('100'))).toMatchObject({ status: 200 });
    const refused = { status: 422, code: 'INTENT_REQUIRED', detail: { left: '0' } };
    expect(await ada.send('juScorePurchase', points(1))).toMatchObject(refused);
    expect(await ada.send('purchaseTreasury', buyPackage('10'))).toMatchObject(refused);
    expect(await ada.send('stakingPurchase', stake('100'))).toMatchObject(refused);
    // What the wallet signs goes on, and doesn't count.
    expect(await ada.send('juScorePurchase', await ada.sign('juScorePurchase', points(1)))).toMatchObject({ status: 200 });
    treasury.pass(DAY_MS / 2 - 1);
    expect(await ada.send('juScorePurchase', points(1))).toMatchObject(refused);
    treasury.pass(1);
    expect(await ada.send('juScorePurchase', points(4_001))).toMatchObject({ detail: { left: '40' } });
    expect(await ada.send('juScorePurchase', points(4_000))).toMatchObject({ status: 200 });
  });

  it('neither refusals nor repeated answers count', async () => {
    const key = randomUUID();
    expect(await ada.send('purchaseTreasury', { ...buyPackage('60'), maxPrice: '0.1' })).toMatchObject({ code: 'PRICE_MOVED' });
    expect(await ada.send('stakingPurchase', stake('99'))).toMatchObject({ code: 'BELOW_MINIMUM' });
    for (let time = 0; time < 3; time += 1)
      expect(await ada.send('purchaseTreasury', buyPackage('60'), key)).toMatchObject({ status: 200 });
    expect(await ada.send('juScorePurchase', points(4_000))).toMatchObject({ status: 200 });
    expect((await owned(ada))[0]).toBe('4900');
  });

  it('of many orders at once only as many go through as fit', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => ada.send('purchaseTreasury', buyPackage('30'))),
      ...Array.from({ length: 6 }, () => ada.send('juScorePurchase', points(3_000))),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    // Where all three were points, three more would be too many for a day besides.
    for (const { status, code } of answers) if (status !== 200) expect(['INTENT_REQUIRED', 'DAILY_LIMIT']).toContain(code);
    expect((await owned(ada))[0]).toBe('4910');
  });

  it('nothing can be staked while there is no reliable price', async () => {
    treasury.prices.unavailable = 'WINDOWS_APART';
    expect(await ada.send('stakingPurchase', stake('100'))).toMatchObject({ code: 'INTENT_REQUIRED', detail: { left: null } });
    expect(await ada.send('stakingPurchase', await ada.sign('stakingPurchase', stake('100')))).toMatchObject({ status: 200 });
    expect(await ada.send('juScorePurchase', points(100))).toMatchObject({ status: 200 });
  });

  it('what can’t be paid is refused for that, not for a signature', async () => {
    expect(await ada.send('stakingPurchase', stake('5001'))).toMatchObject({ code: 'INSUFFICIENT_BALANCE', detail: { available: '5000' } });
    expect(await ada.send('purchaseTreasury', buyPackage('5000', true))).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
  });

  it('orders of others don’t count', async () => {
    const bob = await join();
    expect(await bob.send('purchaseTreasury', buyPackage('100'))).toMatchObject({ status: 200 });
    expect(await ada.send('purchaseTreasury', buyPackage('100'))).toMatchObject({ status: 200 });
  });

  it('the terms in force decide, and 0 always asks', async () => {
    await setLimit('0');
    expect(await ada.send('juScorePurchase', points(1))).toMatchObject({ code: 'INTENT_REQUIRED', detail: { left: '0', limitUsd: '0' } });
    await setLimit('20');
    expect(await ada.send('juScorePurchase', points(2_000))).toMatchObject({ status: 200 });
    await setLimit('100');
    expect(await ada.send('juScorePurchase', points(8_000))).toMatchObject({ status: 200 });
    expect(await ada.send('purchaseTreasury', buyPackage('10'))).toMatchObject({ code: 'INTENT_REQUIRED' });
  });

  it('what no sum counts any more is forgotten', async () => {
    const count = async (): Promise<unknown> =>
      (await treasury.provider.pool.query('select count(*)::int as n from unsigned_order where member_id = $1', [ada.id])).rows;
    await ada.send('purchaseTreasury', buyPackage('10'));
    await forgetOld(treasury.database, new Date(treasury.provider.time.now.getTime() + DAY_MS));
    expect(await count()).toEqual([{ n: 1 }]);
    await forgetOld(treasury.database, new Date(treasury.provider.time.now.getTime() + 2 * DAY_MS));
    expect(await count()).toEqual([{ n: 0 }]);
  });

  it('never more than the limit within any 24 hours, in whatever steps', async () => {
    const step = fc.record({ points: fc.integer({ min: 1, max: 6_000 }), waitMs: fc.integer({ min: 0, max: DAY_MS }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const member = await join();
        const spent: { at: number; points: number }[] = [];
        for (const { points: count, waitMs } of steps) {
          treasury.pass(waitMs);
          const at = treasury.provider.time.now.getTime();
          const before = spent.filter((each) => each.at > at - DAY_MS).reduce((sum, each) => sum + each.points, 0);
          const { status, code } = await member.send('juScorePurchase', points(count));
          // The limit of points a UTC day is the same number, and may refuse first.
          if (before + count <= 10_000 && code !== 'DAILY_LIMIT') expect(status).toBe(200);
          if (before + count > 10_000) expect(['INTENT_REQUIRED', 'DAILY_LIMIT']).toContain(code);
          if (status === 200) spent.push({ at, points: count });
        }
      }),
      { numRuns: 15 },
    );
  });
});

it('the terms of orders say what is left in each token, and what to sign', async () => {
  const read = async () =>
    treasury.provider.call('orderTerms', {
      token: (await beginSession(treasury.database, treasury.provider.time.now, ada.id, 'WALLET')).token,
    });
  await ada.send('juScorePurchase', points(4_000));
  expect(await read()).toMatchObject({
    limitUsd: '100',
    left: { USDT: '60', JUF: '120', JU: '30' },
    intent: { domain: { name: 'JuFi', version: '1', chainId: 210_000 }, maxDeadlineSeconds: 600 },
  });
  treasury.prices.unavailable = 'STALE';
  expect(await read()).toMatchObject({ left: { USDT: '60', JUF: null, JU: null } });
});

it('terms that were applied before orders could be signed count as 100 US dollars', async () => {
  const { orders, ...before } = defaultEconomy;
  expect(orders).toEqual({ unsignedUsd: '100' });
  await setLimit('0');
  await treasury.provider.pool.query(
    `insert into terms (number, at, applied_by, reason, document, hash)
     select max(number) + 1, max(at), 'a test', 'as before', $1, $2 from terms`,
    [JSON.stringify(before), 'f'.repeat(64)],
  );
  expect(await ada.send('purchaseTreasury', buyPackage('100'))).toMatchObject({ status: 200 });
  expect(await ada.send('juScorePurchase', points(1))).toMatchObject({ code: 'INTENT_REQUIRED', detail: { limitUsd: '100' } });
});
