import { defaultEconomy } from '../../../provider/economy.ts';
import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memberAccount, pooledAccount, promiseAccount, type Token } from '../../../provider/ledger/account.ts';
import { postPending, postTransaction } from '../../../provider/ledger/post.ts';
import { fromTokens } from '../../../provider/token-amounts.ts';
import { developmentVault } from '../../../provider/vault.ts';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { operate } from '../operate.ts';
import { signIn } from '../sign-in.ts';
import { openProvider } from '../start-provider.ts';
import { balanceOf, composeTransfer, newNonce, newPerson, type Person, sendTransfer } from '../wallet/transfers.ts';
import { composePayout, everythingAgrees, listed, ONE, openPayouts, type Payouts, pendingPayout, requestPayout } from './open-payouts.ts';
import { onServer } from '../../support/on-server.ts';
import { asServerRole } from '../../support/server-role.ts';

const DAY_MS = 86_400_000;

let payouts: Payouts;
let ada: Person;
beforeAll(async () => {
  payouts = await openPayouts();
});
beforeEach(async () => {
  ada = await newPerson(payouts.provider);
  payouts.prices.jufPrice = { at: payouts.provider.time.now, price18: ONE / 2n };
  payouts.prices.juPrice = { at: payouts.provider.time.now, price18: ONE / 10n };
});
afterEach(() => everythingAgrees(payouts));
afterAll(() => payouts.stop());

const terms = (walletType: Token) =>
  payouts.provider.call('walletTransferTerms', { token: ada.token, query: { walletType, destination: 'CHAIN' } });

async function deposit(token: Token, amount: string, person = ada): Promise<void> {
  await payouts.deposit(person, token, amount);
  await payouts.mine(3);
}

/** Like a sale, a reward or a transfer: the member has it in the ledger, but it isn't in the vault. */
async function give(person: Person, token: Token, amount: string): Promise<void> {
  const amountBaseUnits = fromTokens(amount, token);
  await operate(payouts.provider, (tx) =>
    postTransaction(tx, {
      id: v7(),
      kind: 'ADJUSTMENT',
      occurredAt: payouts.provider.time.now,
      entries: [
        { account: pooledAccount('OUTSIDE_WORLD'), token, amountBaseUnits: -amountBaseUnits },
        { account: memberAccount('AVAILABLE', person.id), token, amountBaseUnits },
      ],
    }),
  );
}

/** Empties the vault, so that a test starts with nothing of it promised to others. */
async function emptyVault(token: Token): Promise<void> {
  await payouts.finish();
  const held = await payouts.held(token, developmentVault.address);
  if (held === 0n) return;
  const hole = await newPerson(payouts.provider);
  await operate(payouts.provider, async (tx) => {
    const id = v7();
    await postPending(tx, {
      id,
      kind: 'ADJUSTMENT',
      occurredAt: payouts.provider.time.now,
      entries: [
        { account: pooledAccount('OUTSIDE_WORLD'), token, amountBaseUnits: -held },
        { account: promiseAccount('PAYOUT_IN_TRANSIT', id), token, amountBaseUnits: held },
      ],
    });
    await tx.$client.query(
      `insert into chain_order (id, kind, reference, token, recipient, amount, from_block, created_at)
       select $1, 'BURN', 'burn:' || (count(*) + 1), $2, $3, $4, 0, $5 from chain_order where kind = 'BURN'`,
      [id, token, hole.wallet.address, held.toString(), payouts.provider.time.now],
    );
  });
  await payouts.finish();
  expect(await payouts.held(token, developmentVault.address)).toBe(0n);
}

describe('the terms of a payout', () => {
  it.each([
    ['JU', '0.1'],
    ['JUF', '1'],
    ['USDT', '1'],
  ] as const)('of %s state a flat fee of %s, and the member as recipient', async (token, feeMin) => {
    expect(await terms(token)).toMatchObject({
      feeRate: 0,
      feeMin,
      minAmount: '1',
      dailyLeft: '50000',
      recipient: { id: ada.id, address: ada.wallet.address },
    });
  });

  it('offer no more than the vault can pay, minus what others wait for', async () => {
    await emptyVault('USDT');
    expect(await terms('USDT')).toMatchObject({ maxAmount: '0' });
    await payouts.deposit(ada, 'USDT', '700');
    // Unconfirmed deposits don't count yet.
    expect(await terms('USDT')).toMatchObject({ maxAmount: '0' });
    await payouts.mine(3);
    expect(await terms('USDT')).toMatchObject({ maxAmount: '700', available: '700' });
    await pendingPayout(payouts, ada, { amount: '120.5' });
    expect(await terms('USDT')).toMatchObject({ maxAmount: '579.5', available: '578.5' });
    await payouts.finish();
    expect(await terms('USDT')).toMatchObject({ maxAmount: '579.5', dailyLeft: '49879.5' });
  });

  it('offer no more than is left of the daily limit at the current price', { tags: 'full' }, async () => {
    await deposit('JUF', '30000');
    await pendingPayout(payouts, ada, { walletType: 'JUF', amount: '20000' });
    payouts.prices.jufPrice = { at: payouts.provider.time.now, price18: 3n * ONE };
    const { dailyLeft, maxAmount } = await terms('JUF');
    // 20,000 at half a dollar were 10,000; what is left is 40,000 at 3.
    expect({ dailyLeft, maxAmount }).toEqual({ dailyLeft: '40000', maxAmount: '10000' });
    await payouts.finish();
  });

  it('use the token’s own limit while its price is unknown', { tags: 'full' }, async () => {
    await deposit('JUF', '10');
    const { maxAmount } = await terms('JUF');
    payouts.prices.jufPrice = null;
    expect(await terms('JUF')).toMatchObject({ maxAmount, dailyLeft: '50000' });
    const whole = fromDecimalString(defaultEconomy.transfer.payoutDailyLimitUnpriced.JUF, 18);
    const most = fromDecimalString(maxAmount, 18);
    expect(most > 0n && most <= whole).toBe(true);
  });
});

describe('a payout', () => {
  it('takes amount and fee at once, and shows that it is pending', async () => {
    await deposit('USDT', '100');
    const answer = await requestPayout(payouts, ada, { amount: '98.999999', remark: 'home' });
    expect(answer).toMatchObject({
      status: 200,
      data: { transaction: { kind: 'PAYOUT', amount: '98.999999', fee: '1', status: 'PENDING', remark: 'home', balanceAfter: '0.000001' } },
    });
    expect(await balanceOf(payouts.provider, ada)).toBe('0.000001');
    await payouts.finish();
    expect((await listed(payouts, ada)).find(({ kind }) => kind === 'PAYOUT')).toMatchObject({ status: 'POSTED', remark: 'home' });
  });

  it('accepts the member’s own address in any case, and their own name', async () => {
    await deposit('USDT', '100');
    for (const name of [ada.wallet.address.toLowerCase(), ada.uid]) await pendingPayout(payouts, ada, { name });
    await payouts.finish();
    expect(await payouts.held('USDT', ada.wallet.address)).toBe(20_000_000n);
  });

  it('can’t be repeated with the same signature, with any key', async () => {
    await deposit('USDT', '100');
    const body = await composePayout(payouts.provider, ada, { amount: '10' });
    expect(await sendTransfer(payouts.provider, ada, body)).toMatchObject({ status: 200 });
    expect(await sendTransfer(payouts.provider, ada, body)).toMatchObject({ status: 422, code: 'INTENT_USED' });
    expect(await balanceOf(payouts.provider, ada)).toBe('89');
    await payouts.finish();
  });
});

describe('fifty payouts at once', () => {
  it('take as much as the member has, and not one unit more', async () => {
    await deposit('USDT', '100');
    const answers = await Promise.all(Array.from({ length: 50 }, () => requestPayout(payouts, ada, { amount: '10' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(answers.filter(({ code }) => code === 'INSUFFICIENT_BALANCE')).toHaveLength(41);
    expect(await balanceOf(payouts.provider, ada)).toBe('1');
    await payouts.finish();
    expect(await payouts.held('USDT', ada.wallet.address)).toBe(90_000_000n);
  });

  it('with one key and one signature are one', async () => {
    await deposit('USDT', '100');
    const body = await composePayout(payouts.provider, ada, { amount: '10' });
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => sendTransfer(payouts.provider, ada, body, key)));
    expect(new Set(answers.map(({ status, data }) => JSON.stringify([status, data]))).size).toBe(1);
    expect(await balanceOf(payouts.provider, ada)).toBe('89');
    await payouts.finish();
  });
});

describe('a blocked member', () => {
  it('isn’t paid out, but what was requested before is theirs and arrives', async () => {
    await deposit('USDT', '100');
    const id = await pendingPayout(payouts, ada, { amount: '10' });
    const body = await composePayout(payouts.provider, ada, { amount: '20' });
    await payouts.provider.pool.query('update member set blocked_at = $2 where id = $1', [ada.id, payouts.provider.time.now]);
    expect(await sendTransfer(payouts.provider, ada, body)).toMatchObject({ status: 403, code: 'MEMBER_BLOCKED' });
    await payouts.finish();
    expect(await payouts.held('USDT', ada.wallet.address)).toBe(10_000_000n);
    await payouts.provider.pool.query('update member set blocked_at = null where id = $1', [ada.id]);
    expect(await balanceOf(payouts.provider, ada)).toBe('89');
    expect((await listed(payouts, ada)).find((line) => line.id === id)).toMatchObject({ status: 'POSTED' });
  });
});

describe('these are refused and take nothing:', () => {
  beforeEach(() => deposit('USDT', '100'));
  afterEach(async () => {
    expect(await balanceOf(payouts.provider, ada)).toBe('100');
    expect((await listed(payouts, ada)).filter(({ kind }) => kind === 'PAYOUT')).toEqual([]);
  });

  it.each([
    ['more than the wallet holds with the fee', { amount: '99.000001' }, 422, 'INSUFFICIENT_BALANCE', { available: '100' }],
    ['a fee that was not agreed to', { maxFee: '0.999999' }, 422, 'FEE_CHANGED', { fee: '1' }],
    ['too little', { amount: '0.999999' }, 422, 'BELOW_MINIMUM', { minAmount: '1' }],
    ['too much', { amount: '10000001' }, 422, 'ABOVE_MAXIMUM', { maxAmount: '10000000' }],
    ['more digits than the token has', { amount: '1.0000001' }, 400, 'VALIDATION_FAILED', {}],
    ['what is over', { deadline: 1 }, 422, 'INTENT_EXPIRED', undefined],
  ] as const)('%s', async (_, wish, status, code, detail) => {
    const answer = await requestPayout(payouts, ada, wish);
    expect(answer).toMatchObject({ status, code });
    if (detail !== undefined) expect(answer.detail).toMatchObject(detail);
  });

  it('someone else’s address, and an unknown one', async () => {
    const bob = await newPerson(payouts.provider);
    const others = [bob.wallet.address, bob.uid];
    for (const name of others) {
      expect(await requestPayout(payouts, ada, { name })).toMatchObject({
        status: 422,
        code: 'RECIPIENT_UNKNOWN',
        detail: { reason: 'NOT_OWN_ADDRESS' },
      });
    }
    expect(await requestPayout(payouts, ada, { name: '0x000000000000000000000000000000000000dEaD' })).toMatchObject({
      code: 'RECIPIENT_UNKNOWN',
    });
  });

  it('a signature for a transfer, another amount, another token, or by someone else', async () => {
    const bob = await newPerson(payouts.provider);
    const wish = { to: ada, name: ada.wallet.address };
    const forged = await Promise.all([
      composeTransfer(payouts.provider, ada, wish, { intent: { destination: 'MEMBER' } }),
      composeTransfer(payouts.provider, ada, { ...wish, amount: '9' }, { intent: { destination: 'CHAIN', amount: '8' } }),
      composeTransfer(payouts.provider, ada, wish, { intent: { destination: 'CHAIN', walletType: 'JU' } }),
      composeTransfer(payouts.provider, ada, wish, { intent: { destination: 'CHAIN', recipientAddress: bob.wallet.address } }),
      composeTransfer(payouts.provider, ada, wish, { intent: { destination: 'CHAIN' }, by: bob }),
    ]);
    for (const body of forged) {
      expect(await sendTransfer(payouts.provider, ada, { ...body, destination: 'CHAIN' })).toMatchObject({
        status: 422,
        code: 'SIGNATURE_INVALID',
      });
    }
    const payout = await composePayout(payouts.provider, ada);
    expect(await sendTransfer(payouts.provider, ada, { ...payout, destination: 'MEMBER', to: bob.uid })).toMatchObject({
      code: 'SIGNATURE_INVALID',
    });
  });

  it('while the chain is unavailable, the vault’s holding is unknown; the same request later gets an answer', async () => {
    const away = await openProvider({
      databaseUrl: payouts.provider.databaseUrl,
      vault: developmentVault,
      chainRpcUrl: 'http://127.0.0.1:1',
      prices: payouts.prices,
      clock: () => payouts.provider.time.now,
    });
    const body = await composePayout(payouts.provider, ada, { nonce: newNonce() });
    const key = randomUUID();
    expect(await sendTransfer(away, ada, body, key)).toMatchObject({ status: 503, code: 'CHAIN_UNAVAILABLE' });
    expect(
      await away.send('GET', '/wallet/transfer', { token: ada.token, query: { walletType: 'USDT', destination: 'CHAIN' } }),
    ).toMatchObject({ status: 503, code: 'CHAIN_UNAVAILABLE' });
    await away.stop();
  });
});

describe('the vault', () => {
  it('that holds too little refuses before anything is taken, and says how much it could pay', async () => {
    await emptyVault('USDT');
    await deposit('USDT', '40');
    await give(ada, 'USDT', '100');
    expect(await requestPayout(payouts, ada, { amount: '40.000001' })).toMatchObject({
      status: 422,
      code: 'VAULT_LOW',
      detail: { walletType: 'USDT', maxAmount: '40' },
    });
    expect(await balanceOf(payouts.provider, ada)).toBe('140');
    await pendingPayout(payouts, ada, { amount: '40' });
    expect(await requestPayout(payouts, ada, { amount: '1' })).toMatchObject({ code: 'VAULT_LOW', detail: { maxAmount: '0' } });
    await payouts.finish();
    expect(await requestPayout(payouts, ada, { amount: '1' })).toMatchObject({ code: 'VAULT_LOW', detail: { maxAmount: '0' } });
  });

  it('doesn’t contain JUF sold but not minted yet', { tags: 'full' }, async () => {
    await emptyVault('JUF');
    await give(ada, 'JUF', '100');
    expect(await requestPayout(payouts, ada, { walletType: 'JUF', amount: '5' })).toMatchObject({ status: 422, code: 'VAULT_LOW' });
    expect(await balanceOf(payouts.provider, ada, 'JUF')).toBe('100');
  });

  it('that can pay one of many concurrent requests pays one', { tags: 'full' }, async () => {
    await emptyVault('JU');
    const people = await Promise.all(Array.from({ length: 8 }, () => newPerson(payouts.provider)));
    for (const person of people) await give(person, 'JU', '50');
    await deposit('JU', '10');
    const answers = await Promise.all(people.map((person) => requestPayout(payouts, person, { walletType: 'JU', amount: '10' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'VAULT_LOW')).toHaveLength(7);
    await payouts.finish();
  });

  it('that doesn’t exist pays out nothing, and the terms say so', { tags: 'full' }, async () => {
    const without = await openProvider({
      databaseUrl: payouts.provider.databaseUrl,
      chainRpcUrl: payouts.node.url,
      prices: payouts.prices,
      clock: () => payouts.provider.time.now,
    });
    const body = await composePayout(payouts.provider, ada);
    expect(await sendTransfer(without, ada, body)).toMatchObject({ status: 422, code: 'VAULT_LOW' });
    const query = { walletType: 'USDT', destination: 'CHAIN' };
    expect(await without.call('walletTransferTerms', { token: ada.token, query })).toMatchObject({ maxAmount: '0' });
    await without.stop();
  });
});

describe('the daily limit', () => {
  it('is 50,000 dollars over all tokens, to the last millionth, and restarts at midnight UTC', async () => {
    await deposit('USDT', '49000');
    await deposit('JUF', '12000');
    await pendingPayout(payouts, ada, { amount: '44000.000001' });
    expect(await requestPayout(payouts, ada, { walletType: 'JUF', amount: '12000' })).toMatchObject({
      status: 422,
      code: 'PAYOUT_LIMIT',
      detail: { dailyLeft: '5999.999999' },
    });
    await pendingPayout(payouts, ada, { walletType: 'JUF', amount: '11990' });
    expect(await terms('USDT')).toMatchObject({ dailyLeft: '4.999999', maxAmount: '4.999999' });
    expect(await requestPayout(payouts, ada, { amount: '5' })).toMatchObject({ code: 'PAYOUT_LIMIT' });
    payouts.provider.time.now = new Date(Math.ceil((payouts.provider.time.now.getTime() + 1) / DAY_MS) * DAY_MS);
    ada = { ...ada, token: (await signIn(payouts.provider, ada.wallet)).token };
    expect(await terms('USDT')).toMatchObject({ dailyLeft: '50000' });
    await pendingPayout(payouts, ada, { amount: '5' });
    await payouts.finish();
  });

  it('also holds for concurrent payouts of different tokens', { tags: 'full' }, async () => {
    await deposit('USDT', '40000');
    await deposit('JUF', '90000');
    const answers = await Promise.all([
      requestPayout(payouts, ada, { amount: '30000' }),
      requestPayout(payouts, ada, { walletType: 'JUF', amount: '60000' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(answers.find(({ status }) => status === 422)?.code).toBe('PAYOUT_LIMIT');
    await payouts.finish();
  });

  it('doesn’t count what was returned', async () => {
    await deposit('USDT', '50000');
    const id = await pendingPayout(payouts, ada, { amount: '49000' });
    expect(await terms('USDT')).toMatchObject({ dailyLeft: '1000' });
    await payouts.provider.pool.query(`update chain_order set is_given_up = true where id = $1`, [id]);
    await payouts.finish();
    expect(await terms('USDT')).toMatchObject({ dailyLeft: '50000' });
  });

  it(
    'is in the token itself while it never had a price: members can withdraw what they own; the last known price is enough',
    { tags: 'full' },
    async () => {
      const whole = Number(defaultEconomy.transfer.payoutDailyLimitUnpriced.JU);
      await deposit('JU', String(whole + 100));
      payouts.prices.juPrice = null;
      expect(await terms('JU')).toMatchObject({ dailyLeft: '50000', maxAmount: String(whole) });
      expect(await requestPayout(payouts, ada, { walletType: 'JU', amount: String(whole + 1) })).toMatchObject({
        status: 422,
        code: 'PAYOUT_LIMIT',
      });
      await pendingPayout(payouts, ada, { walletType: 'JU', amount: String(whole / 2) });
      expect(await terms('JU')).toMatchObject({ dailyLeft: '25000', maxAmount: String(whole / 2) });
      expect(await terms('USDT')).toMatchObject({ dailyLeft: '25000' });
      await payouts.finish();
      await deposit('JU', '100');
      payouts.prices.juPrice = { at: payouts.provider.time.now, price18: ONE };
      payouts.prices.unavailable = 'STALE';
      await pendingPayout(payouts, ada, { walletType: 'JU' });
      payouts.prices.unavailable = null;
      await payouts.finish();
    },
  );
});

describe('the database refuses an order', () => {
  const order = (values: Record<string, unknown>) =>
    operate(payouts.provider, async (tx) => {
      const fields = {
        kind: 'PAYOUT',
        token: 'USDT',
        amount: '5000000',
        fee: '0',
        usd: '1',
        from_block: '0',
        created_at: new Date(),
        ...values,
      };
      const names = Object.keys(fields);
      await tx.$client.query(
        `insert into chain_order (${names.join()}) values (${names.map((_, index) => `$${index + 1}`).join()})`,
        Object.values(fields),
      );
    });

  it('without reserved value, to another address than the member’s, or for more than the member was debited', async () => {
    const bob = await newPerson(payouts.provider);
    await give(ada, 'USDT', '10');
    const id = v7();
    const member = { id, reference: `payout:${id}`, member_id: ada.id, recipient: ada.wallet.address };
    await expect(order(member)).rejects.toMatchObject({ constraint: 'chain_order_in_transit' });
    const debit = operate(payouts.provider, async (tx) => {
      await postPending(tx, {
        id,
        kind: 'PAYOUT',
        occurredAt: payouts.provider.time.now,
        entries: [
          { account: memberAccount('AVAILABLE', ada.id), token: 'USDT', amountBaseUnits: -5_000_000n },
          { account: promiseAccount('PAYOUT_IN_TRANSIT', id), token: 'USDT', amountBaseUnits: 5_000_000n },
        ],
      });
    });
    await debit;
    await expect(order({ ...member, recipient: bob.wallet.address })).rejects.toMatchObject({ constraint: 'chain_order_own_address' });
    await expect(order({ ...member, member_id: bob.id, recipient: bob.wallet.address })).rejects.toMatchObject({
      constraint: 'chain_order_own_address',
    });
    await expect(order({ ...member, amount: '5000001' })).rejects.toMatchObject({ constraint: 'chain_order_in_transit' });
    await expect(order({ ...member, reference: `payout:${v7()}` })).rejects.toMatchObject({ constraint: 'chain_order_named' });
    await order(member);
    const change = (set: string) => payouts.provider.pool.query(`update chain_order set ${set} where id = $1`, [id]);
    await expect(change(`recipient = '${bob.wallet.address}'`)).rejects.toMatchObject({ constraint: 'chain_order_kept' });
    await expect(change(`amount = 4000000`)).rejects.toMatchObject({ constraint: 'chain_order_kept' });
    const remove = onServer(asServerRole(payouts.provider.databaseUrl), (client) =>
      client.query(`delete from chain_order where id = $1`, [id]),
    );
    await expect(remove).rejects.toMatchObject({ code: '42501' });
    await payouts.finish();
  });
});
