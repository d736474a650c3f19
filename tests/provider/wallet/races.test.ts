import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '../../../provider/db/database.ts';
import { pooledAccount } from '../../../provider/ledger/account.ts';
import { auditLedger } from '../../../provider/ledger/audit.ts';
import { accountBalance } from '../../../provider/ledger/balances.ts';
import { fromDecimalString, toDecimalString } from '../../../src/lib/amount.ts';
import { openProvider } from '../start-provider.ts';
import { balanceOf, composeTransfer, fund, newPerson, type Person, sendTransfer } from './transfers.ts';

let provider: Awaited<ReturnType<typeof openProvider>>;
let another: Awaited<ReturnType<typeof openProvider>>;
beforeAll(async () => {
  const limits = { callsPerClient: 1_000_000, signInsPerClient: 100_000 };
  provider = await openProvider({ limits });
  another = await openProvider({ limits, databaseUrl: provider.databaseUrl });
});
afterAll(async () => {
  expect(await auditLedger(createDatabase(provider.pool))).toMatchObject({ sound: true });
  await another.stop();
  await provider.stop();
});

const feesOf = (): Promise<bigint> => accountBalance(createDatabase(provider.pool), pooledAccount('FEES'), 'USDT');

it('64 clients on one hot account: all that it can pay is paid, once, and not a unit more', async () => {
  const hot = await newPerson(provider);
  const cold = await newPerson(provider);
  const before = await feesOf();
  // Each of 64 transfers costs 10 and a fee of 0.01; the balance covers 40.
  await fund(provider, hot.id, 'USDT', '400.4');
  const bodies = await Promise.all(Array.from({ length: 64 }, () => composeTransfer(provider, hot, { to: cold })));
  const answers = await Promise.all(bodies.map((body, index) => sendTransfer(index % 2 === 0 ? provider : another, hot, body)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
  expect(answers.filter(({ code }) => code === 'INSUFFICIENT_BALANCE')).toHaveLength(24);
  expect(await balanceOf(provider, hot)).toBe('0');
  expect(await balanceOf(provider, cold)).toBe('400');
  expect((await feesOf()) - before).toBe(400_000n);
});

it('64 transfers at once that cross each other all arrive', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => newPerson(provider)));
  for (const { id } of people) await fund(provider, id, 'USDT', '1000');
  const pairs = people.flatMap((from) => people.filter((to) => to !== from).map((to) => ({ from, to })));
  const wishes = Array.from({ length: 64 }, (_, index) => pairs[index % pairs.length]).filter((pair) => pair !== undefined);
  const answers = await Promise.all(
    wishes.map(async ({ from, to }, index) =>
      sendTransfer(index % 2 === 0 ? provider : another, from, await composeTransfer(provider, from, { to, amount: '1' })),
    ),
  );
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
});

type Step = { from: number; to: number; amount: bigint; again: boolean };

const step: fc.Arbitrary<Step> = fc.record({
  from: fc.nat(2),
  to: fc.nat(2),
  amount: fc.oneof(fc.bigInt(0n, 3_000_000n), fc.bigInt(1n, 900_000_000n)),
  again: fc.boolean(),
});

it('random transfers leave what a simple model leaves', { tags: 'full', timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const people = await Promise.all([newPerson(provider), newPerson(provider), newPerson(provider)]);
      const model = [500_000_000n, 500_000_000n, 500_000_000n];
      for (const { id } of people) await fund(provider, id, 'USDT', '500');
      const feesBefore = await feesOf();
      let fees = 0n;
      for (const { from, to, amount, again } of steps) {
        const [payer, payee] = [people[from], people[to]];
        if (payer === undefined || payee === undefined) throw new Error('three people were made');
        const expected = judge(model, { from, to, amount });
        expect(await outcome(payer, payee, amount, again)).toBe(expected.outcome);
        fees += expected.fee;
      }
      for (const [index, person] of people.entries()) expect(fromDecimalString(await balanceOf(provider, person), 6)).toBe(model[index]);
      expect((await feesOf()) - feesBefore).toBe(fees);
      expect(model.reduce((sum, balance) => sum + balance, fees)).toBe(1_500_000_000n);
    }),
    { numRuns: 12 },
  );
});

/** The rules in their shortest form; moves the model's money. */
function judge(model: bigint[], { from, to, amount }: Omit<Step, 'again'>): { outcome: unknown; fee: bigint } {
  if (amount === 0n) return { outcome: 'VALIDATION_FAILED', fee: 0n };
  if (amount < 1_000_000n) return { outcome: 'BELOW_MINIMUM', fee: 0n };
  if (from === to) return { outcome: 'TRANSFER_TO_SELF', fee: 0n };
  const fee = amount / 1_000n + (amount % 1_000n === 0n ? 0n : 1n);
  const rest = (model[from] ?? 0n) - amount - fee;
  if (rest < 0n) return { outcome: 'INSUFFICIENT_BALANCE', fee: 0n };
  model[from] = rest;
  model[to] = (model[to] ?? 0n) + amount;
  return { outcome: 0, fee };
}

async function outcome(from: Person, to: Person, amount: bigint, again: boolean): Promise<unknown> {
  const body = await composeTransfer(provider, from, { to, amount: toDecimalString(amount, 6), maxFee: '10' });
  const key = crypto.randomUUID();
  const first = await sendTransfer(provider, from, body, key);
  if (again) expect(await sendTransfer(another, from, body, key)).toMatchObject({ status: first.status, code: first.code });
  return first.code;
}
