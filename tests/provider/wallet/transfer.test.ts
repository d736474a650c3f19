import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase } from '../../../provider/db/database.ts';
import { auditLedger } from '../../../provider/ledger/audit.ts';
import { accountBalance } from '../../../provider/ledger/balances.ts';
import { pooledAccount } from '../../../provider/ledger/account.ts';
import { forgetOld } from '../../../provider/jobs/list-jobs.ts';
import { openProvider } from '../start-provider.ts';
import { balanceOf, composeTransfer, fund, newNonce, newPerson, type Person, sendTransfer } from './transfers.ts';

let provider: Awaited<ReturnType<typeof openProvider>>;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  provider = await openProvider({ limits: { callsPerClient: 100_000, signInsPerClient: 10_000 } });
});
afterAll(async () => {
  expect(await auditLedger(createDatabase(provider.pool))).toMatchObject({ sound: true });
  await provider.stop();
});
beforeEach(async () => {
  ada = await newPerson(provider);
  bob = await newPerson(provider);
  await fund(provider, ada.id, 'USDT', '1000');
});

async function nothingMoved(): Promise<void> {
  expect(await balanceOf(provider, ada)).toBe('1000');
  expect(await balanceOf(provider, bob)).toBe('0');
}

const feesOf = (): Promise<bigint> => accountBalance(createDatabase(provider.pool), pooledAccount('FEES'), 'USDT');

describe('a transfer', () => {
  it('moves the amount to the other and a tenth of a percent to the fees', async () => {
    const before = await feesOf();
    const answer = await sendTransfer(provider, ada, await composeTransfer(provider, ada, { to: bob, amount: '250', remark: 'rent' }));
    expect(answer).toMatchObject({
      status: 200,
      data: {
        transaction: {
          kind: 'TRANSFER',
          walletType: 'USDT',
          amount: '250',
          direction: 'OUT',
          fee: '0.25',
          counterparty: { uid: bob.uid },
          remark: 'rent',
          status: 'POSTED',
          balanceAfter: '749.75',
        },
      },
    });
    expect(await balanceOf(provider, ada)).toBe('749.75');
    expect(await balanceOf(provider, bob)).toBe('250');
    expect((await feesOf()) - before).toBe(250_000n);
    const { data } = await provider.call('walletTransactionList', { token: bob.token });
    expect(data).toMatchObject([{ direction: 'IN', amount: '250', fee: '0', counterparty: { uid: ada.uid }, balanceAfter: '250' }]);
  });

  it('answers as the contract says', async () => {
    const body = await composeTransfer(provider, ada, { to: bob });
    const { transaction } = await provider.call('walletTransfer', { token: ada.token, body, headers: { 'idempotency-key': randomUUID() } });
    expect(transaction.hash).toMatch(/^0x[0-9a-f]{64}$/);
  });

  it.each([
    ['1', '0.001'],
    ['1.000001', '0.001001'],
    ['1.000999', '0.001001'],
    ['999.000999', '0.999001'],
  ])('of %s costs %s: the fee is rounded up', async (amount, fee) => {
    const answer = await sendTransfer(provider, ada, await composeTransfer(provider, ada, { to: bob, amount }));
    expect(answer).toMatchObject({ status: 200, data: { transaction: { amount, fee } } });
  });

  it.each([
    [999, 10, '0.1'],
    [1_000, 9, '0.09'],
    [2_000, 8, '0.08'],
    [3_000, 7, '0.07'],
    [5_000, 5, '0.05'],
  ])('by a member with %i points costs %i basis points: %s of 100', async (points, feeRate, fee) => {
    await provider.pool.query(
      `insert into score_entry (id, member_id, kind, points, balance_after, created_at) values ($1, $2, 'CLAIM', $3, $3, $4)`,
      [v7(), ada.id, points, provider.time.now],
    );
    const terms = await provider.call('walletTransferTerms', { token: ada.token, query: { walletType: 'USDT' } });
    expect(terms.feeRate).toBe(feeRate);
    const answer = await sendTransfer(provider, ada, await composeTransfer(provider, ada, { to: bob, amount: '100' }));
    expect(answer).toMatchObject({ status: 200, data: { transaction: { fee } } });
  });

  it.each([
    ['its address', (person: Person) => person.wallet.address as string],
    ['its address in small letters', (person: Person) => person.wallet.address.toLowerCase()],
    ['its uid', (person: Person) => person.uid],
    ['its username', (person: Person) => `ju-${person.uid}`],
    ['its username in capitals', (person: Person) => `JU-${person.uid}`.toUpperCase()],
  ])('reaches a member named by %s', async (_, nameOf) => {
    expect(await sendTransfer(provider, ada, await composeTransfer(provider, ada, { to: bob, name: nameOf(bob) }))).toMatchObject({
      status: 200,
    });
    expect(await balanceOf(provider, bob)).toBe('10');
  });

  it('moves JU and JUF to the last of their 18 digits', async () => {
    for (const walletType of ['JU', 'JUF'] as const) {
      await fund(provider, ada.id, walletType, '3');
      const wish = { to: bob, walletType, amount: '2.000000000000000001' };
      expect(await sendTransfer(provider, ada, await composeTransfer(provider, ada, wish))).toMatchObject({ status: 200 });
      expect(await balanceOf(provider, bob, walletType)).toBe('2.000000000000000001');
      expect(await balanceOf(provider, ada, walletType)).toBe('0.997999999999999998');
    }
  });

  it('takes the last that a wallet holds, and nothing beyond', async () => {
    expect(
      await sendTransfer(provider, ada, await composeTransfer(provider, ada, { to: bob, amount: '999.000999', maxFee: '2' })),
    ).toMatchObject({
      status: 200,
    });
    expect(await balanceOf(provider, ada)).toBe('0');
    expect(await sendTransfer(provider, ada, await composeTransfer(provider, ada, { to: bob, amount: '1' }))).toMatchObject({
      status: 422,
      code: 'INSUFFICIENT_BALANCE',
      detail: { walletType: 'USDT', available: '0' },
    });
  });
});

describe('is refused, and moves nothing:', () => {
  it('what the fee makes more than the wallet holds', async () => {
    const body = await composeTransfer(provider, ada, { to: bob, amount: '1000', maxFee: '5' });
    expect(await sendTransfer(provider, ada, body)).toMatchObject({
      status: 422,
      code: 'INSUFFICIENT_BALANCE',
      detail: { available: '1000' },
    });
    await nothingMoved();
  });

  it.each([
    ['0.999999', 'BELOW_MINIMUM'],
    ['10000000.000001', 'ABOVE_MAXIMUM'],
    ['9'.repeat(54), 'ABOVE_MAXIMUM'],
  ])('an amount of %s: %s', async (amount, code) => {
    expect(await sendTransfer(provider, ada, await composeTransfer(provider, ada, { to: bob, amount }))).toMatchObject({
      status: 422,
      code,
    });
    await nothingMoved();
  });

  it('a fee above the one that was signed', async () => {
    const body = await composeTransfer(provider, ada, { to: bob, amount: '100', maxFee: '0.099999' });
    expect(await sendTransfer(provider, ada, body)).toMatchObject({ status: 422, code: 'FEE_CHANGED', detail: { fee: '0.1' } });
    await nothingMoved();
  });

  it('a transfer to oneself', async () => {
    expect(await sendTransfer(provider, ada, await composeTransfer(provider, ada, { to: ada }))).toMatchObject({
      code: 'TRANSFER_TO_SELF',
    });
    await nothingMoved();
  });

  it.each(['nobody-here', 'zzzzzz99', '0x000000000000000000000000000000000000dEaD', ' ', "'; drop table member; --"])(
    'a transfer to someone nobody knows: %s',
    async (name) => {
      const body = await composeTransfer(provider, ada, { to: bob, name });
      expect(await sendTransfer(provider, ada, body)).toMatchObject({ status: 422, code: 'RECIPIENT_UNKNOWN' });
    },
  );

  it('a transfer to an address that was mistyped', async () => {
    const address = bob.wallet.address;
    const letter = address.slice(2).search(/[a-f]/i) + 2;
    const character = address.charAt(letter);
    const swapped = character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase();
    const name = address.slice(0, letter) + swapped + address.slice(letter + 1);
    expect(await sendTransfer(provider, ada, await composeTransfer(provider, ada, { to: bob, name }))).toMatchObject({
      status: 400,
      detail: { fields: { to: 'CHECKSUM' } },
    });
  });

  it('a transfer to a blocked member', async () => {
    await provider.pool.query('update member set blocked_at = $1 where id = $2', [provider.time.now, bob.id]);
    expect(await sendTransfer(provider, ada, await composeTransfer(provider, ada, { to: bob }))).toMatchObject({
      code: 'RECIPIENT_UNKNOWN',
    });
  });

  it('a name that is the uid of one member and the username of another', async () => {
    const eve = await newPerson(provider);
    await provider.pool.query('update member set username = $1, username_key = $1 where id = $2', [bob.uid, eve.id]);
    for (const to of [bob, eve]) {
      const body = await composeTransfer(provider, ada, { to, name: bob.uid });
      expect(await sendTransfer(provider, ada, body)).toMatchObject({ code: 'RECIPIENT_UNKNOWN', detail: { reason: 'AMBIGUOUS' } });
    }
  });

  it('more digits than the token has, before the key is checked', async () => {
    const amount = await composeTransfer(provider, ada, { to: bob, amount: '1.0000001' });
    expect(await sendTransfer(provider, ada, amount, 'no key')).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      detail: { fields: { amount: 'TOO_MANY_FRACTION_DIGITS' } },
    });
    const maxFee = await composeTransfer(provider, ada, { to: bob, maxFee: '0.0000001' });
    expect(await sendTransfer(provider, ada, maxFee)).toMatchObject({ detail: { fields: { maxFee: 'TOO_MANY_FRACTION_DIGITS' } } });
  });

  it('a payout while there is no vault', async () => {
    const body = await composeTransfer(provider, ada, { to: ada }, { intent: { destination: 'CHAIN' } });
    expect(await sendTransfer(provider, ada, { ...body, destination: 'CHAIN' })).toMatchObject({ status: 422, code: 'VAULT_LOW' });
    await nothingMoved();
  });

  it('a call without the session of its member', async () => {
    const body = await composeTransfer(provider, ada, { to: bob });
    expect(await sendTransfer(provider, { token: 'a'.repeat(43) }, body)).toMatchObject({ status: 401 });
    await provider.pool.query('update member set blocked_at = $1 where id = $2', [provider.time.now, ada.id]);
    expect(await sendTransfer(provider, ada, body)).toMatchObject({ status: 403, code: 'MEMBER_BLOCKED' });
  });
});

describe('the intent', () => {
  it('must be signed by the member: a stolen session alone moves nothing', async () => {
    const thief = await newPerson(provider);
    const body = await composeTransfer(provider, ada, { to: thief }, { by: thief });
    expect(await sendTransfer(provider, ada, body)).toMatchObject({ status: 422, code: 'SIGNATURE_INVALID' });
    for (const signature of ['0x', `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`, `0x${'6492'.repeat(16)}`])
      expect(await sendTransfer(provider, ada, { ...body, signature })).toMatchObject({ code: 'SIGNATURE_INVALID' });
    await nothingMoved();
  });

  it('of another member is of no use to oneself', async () => {
    const body = await composeTransfer(provider, ada, { to: bob });
    expect(await sendTransfer(provider, await newPerson(provider), body)).toMatchObject({ code: 'SIGNATURE_INVALID' });
    await nothingMoved();
  });

  it.each([
    ['another amount', { amount: '11' }],
    ['the amount written otherwise', { amount: '10.0' }],
    ['another wallet', { walletType: 'JUF' }],
    ['a higher fee', { maxFee: '2' }],
    ['another remark', { remark: 'other' }],
    ['another nonce', { nonce: newNonce() }],
    ['another recipient', { recipientId: '01a1fd55-7a80-76a9-92d8-1a67dcc3e79b' }],
    ['another recipient address', { recipientAddress: '0x000000000000000000000000000000000000dEaD' as const }],
    ['another sender', { from: '0x000000000000000000000000000000000000dEaD' as const }],
    ['another destination', { destination: 'CHAIN' as const }],
    ['a later deadline', { deadline: 4_000_000_000 }],
  ])('binds every field: signed for %s', async (_, intent) => {
    const body = await composeTransfer(provider, ada, { to: bob }, { intent });
    expect(await sendTransfer(provider, ada, body)).toMatchObject({ status: 422, code: 'SIGNATURE_INVALID' });
    await nothingMoved();
  });

  it.each([
    ['another chain', { chainId: 1 }],
    ['another site', { salt: newNonce() }],
    ['another app', { name: 'JuFi2' }],
    ['another version', { version: '2' }],
  ])('binds the domain: signed for %s', async (_, domain) => {
    const body = await composeTransfer(provider, ada, { to: bob }, { domain });
    expect(await sendTransfer(provider, ada, body)).toMatchObject({ status: 422, code: 'SIGNATURE_INVALID' });
  });

  it('ends at its deadline, and reaches ten minutes at most', async () => {
    const now = Math.floor(provider.time.now.getTime() / 1_000);
    const late = await composeTransfer(provider, ada, { to: bob, deadline: now });
    expect(await sendTransfer(provider, ada, late)).toMatchObject({ status: 422, code: 'INTENT_EXPIRED' });
    const far = await composeTransfer(provider, ada, { to: bob, deadline: now + 601 });
    expect(await sendTransfer(provider, ada, far)).toMatchObject({ status: 400, detail: { fields: { deadline: 'TOO_BIG' } } });
    const last = await composeTransfer(provider, ada, { to: bob, deadline: now + 600 });
    expect(await sendTransfer(provider, ada, last)).toMatchObject({ status: 200 });
  });

  it('moves once, whatever key it comes with', async () => {
    const body = await composeTransfer(provider, ada, { to: bob });
    expect(await sendTransfer(provider, ada, body)).toMatchObject({ status: 200 });
    expect(await sendTransfer(provider, ada, body)).toMatchObject({ status: 422, code: 'INTENT_USED' });
    expect(await balanceOf(provider, bob)).toBe('10');
  });

  it('moves once when it comes with 20 keys at the same moment', async () => {
    const body = await composeTransfer(provider, ada, { to: bob });
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendTransfer(provider, ada, body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'INTENT_USED')).toHaveLength(19);
    expect(await balanceOf(provider, bob)).toBe('10');
  });

  it('that was refused is used up too: a refused transfer never happens later', async () => {
    const body = await composeTransfer(provider, ada, { to: bob, amount: '2000', maxFee: '5' });
    expect(await sendTransfer(provider, ada, body)).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    await fund(provider, ada.id, 'USDT', '5000');
    expect(await sendTransfer(provider, ada, body)).toMatchObject({ code: 'INTENT_USED' });
    expect(await balanceOf(provider, bob)).toBe('0');
  });

  it('is forgotten only when its deadline refuses it', async () => {
    const body = await composeTransfer(provider, ada, { to: bob });
    await sendTransfer(provider, ada, body);
    const database = createDatabase(provider.pool);
    await forgetOld(database, provider.time.now);
    expect(await sendTransfer(provider, ada, body)).toMatchObject({ code: 'INTENT_USED' });
    expect((await forgetOld(database, new Date(provider.time.now.getTime() + 7_200_000))).intents).toBeGreaterThan(0);
    provider.time.advance(600_000);
    expect(await sendTransfer(provider, ada, body)).toMatchObject({ code: 'INTENT_EXPIRED' });
  });
});

describe('a key', () => {
  it('sent 50 times at once makes one transfer, and all get its answer', async () => {
    const body = await composeTransfer(provider, ada, { to: bob });
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => sendTransfer(provider, ada, body, key)));
    for (const { status, data } of answers) {
      expect(status).toBe(200);
      expect(data).toEqual(answers[0]?.data);
    }
    expect(await balanceOf(provider, bob)).toBe('10');
  });

  it('whose answer was lost gives it again, though the intent is used and over by then', async () => {
    const body = await composeTransfer(provider, ada, { to: bob });
    const key = randomUUID();
    const lost = await sendTransfer(provider, ada, body, key);
    provider.time.advance(900_000);
    expect((await sendTransfer(provider, ada, body, key)).data).toEqual(lost.data);
    expect(await balanceOf(provider, bob)).toBe('10');
  });

  it('with another body is refused', async () => {
    const key = randomUUID();
    await sendTransfer(provider, ada, await composeTransfer(provider, ada, { to: bob }), key);
    const other = await composeTransfer(provider, ada, { to: bob });
    expect(await sendTransfer(provider, ada, other, key)).toMatchObject({ status: 409, code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await balanceOf(provider, bob)).toBe('10');
  });

  it('repeats a refusal, in the requested language, even when its reason is gone', async () => {
    const body = await composeTransfer(provider, ada, { to: bob, amount: '2000', maxFee: '5' });
    const key = randomUUID();
    const first = await sendTransfer(provider, ada, body, key);
    await fund(provider, ada.id, 'USDT', '5000');
    const headers = { 'idempotency-key': key };
    const again = await provider.send('POST', '/wallet/transfer', { token: ada.token, body, headers, language: 'jp' });
    expect(again).toMatchObject({ code: 'INSUFFICIENT_BALANCE', detail: first.detail });
    expect(again.message).not.toBe(first.message);
  });
});
