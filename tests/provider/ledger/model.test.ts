import fc from 'fast-check';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { inTransaction } from '../../../provider/db/in-transaction.ts';
import { type Account, memberAccount, pooledAccount, promiseAccount, type Token, TOKENS } from '../../../provider/ledger/account.ts';
import { auditLedger } from '../../../provider/ledger/audit.ts';
import { accountBalance } from '../../../provider/ledger/balances.ts';
import type { Entry } from '../../../provider/ledger/plan-postings.ts';
import { LedgerRefusal, postAlone, postPending, settlePending, voidPending } from '../../../provider/ledger/post.ts';
import { listTransactions } from '../../../provider/ledger/transactions.ts';
import { deposit, NOON, openLedger, type TestLedger } from './open-ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await openLedger(4);
});
afterAll(async () => {
  expect(await auditLedger(ledger.db)).toMatchObject({ sound: true });
  await ledger.close();
});

/** A few accounts: three members, two promises, three pools, and the outside world. */
type Place = 'A' | 'B' | 'C' | 'P' | 'Q' | 'TREASURY' | 'INSURANCE_POOL_FREE' | 'BURNED' | 'OUTSIDE_WORLD';
type Command =
  | { does: 'MOVE'; from: Place; to: Place; token: Token; amount: bigint; fee: bigint; again: boolean }
  | { does: 'SPLIT'; from: Place; parts: { to: Place; amount: bigint }[]; token: Token }
  | { does: 'PAY_OUT'; from: 'A' | 'B'; token: Token; amount: bigint; fee: bigint; ends: 'SETTLE' | 'VOID' | 'WAIT'; twice: boolean };

const place = fc.constantFrom<Place>('A', 'B', 'C', 'P', 'Q', 'TREASURY', 'INSURANCE_POOL_FREE', 'BURNED', 'OUTSIDE_WORLD');
const token = fc.constantFrom(...TOKENS);
const amount = fc.oneof(fc.bigInt(1n, 60n), fc.bigInt(1n, 10n ** 30n));
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ does: fc.constant('MOVE' as const), from: place, to: place, token, amount, fee: fc.bigInt(0n, 3n), again: fc.boolean() }),
  fc.record({
    does: fc.constant('SPLIT' as const),
    from: place,
    parts: fc.array(fc.record({ to: place, amount: fc.bigInt(1n, 40n) }), { minLength: 1, maxLength: 4 }),
    token,
  }),
  fc.record({
    does: fc.constant('PAY_OUT' as const),
    from: fc.constantFrom('A' as const, 'B' as const),
    token,
    amount: fc.bigInt(1n, 50n),
    fee: fc.bigInt(0n, 3n),
    ends: fc.constantFrom('SETTLE' as const, 'VOID' as const, 'WAIT' as const),
    twice: fc.boolean(),
  }),
);

/** The expected state: a map, without shards, locks or entries. */
class Model {
  readonly balances = new Map<string, bigint>();

  balance(account: Account, of: Token): bigint {
    return this.balances.get(keyOf(account, of)) ?? 0n;
  }

  /** Applies the entries and returns true unless an account that may not be negative would be. */
  apply(entries: readonly Entry[]): boolean {
    const next = new Map(this.balances);
    for (const { account, token: of, amountBaseUnits } of entries)
      next.set(keyOf(account, of), (next.get(keyOf(account, of)) ?? 0n) + amountBaseUnits);
    for (const [key, balance] of next) if (balance < 0n && !key.startsWith('OUTSIDE_WORLD')) return false;
    for (const [key, balance] of next) this.balances.set(key, balance);
    return true;
  }
}

function keyOf({ kind, ownerId }: Account, of: Token): string {
  return `${kind} ${of} ${ownerId}`;
}

type World = { model: Model; accounts: Record<Place, Account>; members: string[] };

it('matches a simple model after any commands, and refuses when it does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 25 }), async (commands) => {
      const world = await newWorld();
      for (const each of commands) await run(world, each);
      for (const account of Object.values(world.accounts))
        for (const of of TOKENS) expect(await accountBalance(ledger.db, account, of)).toBe(world.model.balance(account, of));
      for (const memberId of world.members) {
        const { lines, total } = await listTransactions(ledger.db, { memberId }, 1, 100);
        expect(BigInt(lines.length)).toBe(total);
        for (const of of TOKENS) {
          const moved = lines.filter((line) => line.token === of);
          const sum = moved.reduce(
            (s, line) => s + (line.direction === 'IN' ? line.amountBaseUnits : -line.amountBaseUnits - line.feeBaseUnits),
            0n,
          );
          expect(sum).toBe(world.model.balance(memberAccount('AVAILABLE', memberId), of));
          expect(moved[0]?.balanceAfterBaseUnits ?? 0n).toBe(sum);
        }
      }
    }),
    { numRuns: 40 },
  );
}, 120_000);

it('matches the model when everything is posted together: each by itself, in the order of the calls', async () => {
  const moves = fc.array(
    command.filter((each) => each.does !== 'PAY_OUT'),
    { minLength: 2, maxLength: 30 },
  );
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(moves, async (commands) => {
      const world = await newWorld();
      const expected: string[] = [];
      const posted: Promise<string>[] = [];
      for (const each of commands) {
        const entries = each.does === 'MOVE' ? moveEntries(world, each) : splitEntries(world, each);
        if (net(entries).size < 2) continue;
        const transaction = { id: v7(), kind: 'ADJUSTMENT' as const, occurredAt: NOON, entries };
        const allowed = world.model.apply(entries);
        expected.push(allowed ? 'POSTED' : 'REFUSED');
        posted.push(outcomeOf(() => postAlone(ledger.db, transaction)));
        if (each.does !== 'MOVE' || !each.again || !allowed) continue;
        expected.push('REPEATED');
        posted.push(outcomeOf(() => postAlone(ledger.db, transaction)));
      }
      expect(await Promise.all(posted)).toEqual(expected);
      for (const outcome of expected) outcomes.add(outcome);
      for (const account of Object.values(world.accounts))
        for (const of of TOKENS) expect(await accountBalance(ledger.db, account, of)).toBe(world.model.balance(account, of));
    }),
    { numRuns: 60 },
  );
  expect([...outcomes].toSorted()).toEqual(['POSTED', 'REFUSED', 'REPEATED']);
}, 120_000);

it('matches the model where all can be paid, so that they are posted as a set', async () => {
  const transfers = fc.array(
    fc.record({
      from: fc.nat({ max: 2 }),
      to: fc.nat({ max: 2 }),
      token,
      amount: fc.bigInt(1n, 10n),
      fee: fc.bigInt(0n, 3n),
      later: fc.nat({ max: 5 }),
    }),
    { minLength: 2, maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(transfers, async (moves) => {
      const world = await newWorld();
      const places = ['A', 'B', 'C'] as const;
      for (const each of places) {
        for (const of of TOKENS) {
          const entries = deposit(world.accounts[each].ownerId, of, 1_000n);
          await ledger.post({ entries });
          world.model.apply(entries);
        }
      }
      const before = await sets();
      const all = moves.filter(({ from, to }) => from !== to);
      const posted = await Promise.all(
        all.map(({ from, to, token: of, amount: moved, fee, later }) => {
          const [payer, payee] = [places[from] ?? 'A', places[to] ?? 'B'];
          const entries = moveEntries(world, { does: 'MOVE', from: payer, to: payee, token: of, amount: moved, fee, again: false });
          world.model.apply(entries);
          return postAlone(ledger.db, { id: v7(), kind: 'TRANSFER', occurredAt: new Date(NOON.getTime() - later * 1_000), entries });
        }),
      );
      expect(posted.every(({ outcome }) => outcome === 'POSTED')).toBe(true);
      if (all.length > 1) expect((await sets()) - before).toBe(1);
      for (const account of Object.values(world.accounts))
        for (const of of TOKENS) expect(await accountBalance(ledger.db, account, of)).toBe(world.model.balance(account, of));
    }),
    { numRuns: 30 },
  );
}, 120_000);

/** How many statements entered several transactions: all of their rows were inserted by one command. */
async function sets(): Promise<number> {
  const { rows } = await ledger.pool.query<{ n: number }>(
    `select count(*)::int as n from (
       select from ledger_entry group by xmin::text, cmin::text having count(distinct transaction_id) > 1) of_several`,
  );
  return rows[0]?.n ?? 0;
}

/** Pools outlive a run, so the model starts with their balances. */
async function newWorld(): Promise<World> {
  const members = [await ledger.member(), await ledger.member(), await ledger.member()] as const;
  const accounts = {
    A: memberAccount('AVAILABLE', members[0]),
    B: memberAccount('AVAILABLE', members[1]),
    C: memberAccount('AVAILABLE', members[2]),
    P: promiseAccount('STAKED', v7()),
    Q: promiseAccount('INSURANCE_POOL_RESERVED', v7()),
    TREASURY: pooledAccount('TREASURY'),
    INSURANCE_POOL_FREE: pooledAccount('INSURANCE_POOL_FREE'),
    BURNED: pooledAccount('BURNED'),
    OUTSIDE_WORLD: pooledAccount('OUTSIDE_WORLD'),
  };
  const model = new Model();
  for (const account of [...Object.values(accounts), pooledAccount('FEES')])
    for (const of of TOKENS) model.balances.set(keyOf(account, of), await accountBalance(ledger.db, account, of));
  return { model, accounts, members: [...members] };
}

async function run(world: World, each: Command): Promise<void> {
  if (each.does === 'PAY_OUT') return payOut(world, each);
  const entries = each.does === 'MOVE' ? moveEntries(world, each) : splitEntries(world, each);
  const moves = net(entries);
  if (moves.size < 2) {
    await expect(ledger.post({ entries })).rejects.toThrow(RangeError);
    return;
  }
  const id = v7();
  const allowed = world.model.apply(entries);
  expect(await outcomeOf(() => ledger.post({ id, entries }))).toBe(allowed ? 'POSTED' : 'REFUSED');
  if (each.does === 'MOVE' && each.again && allowed) expect(await outcomeOf(() => ledger.post({ id, entries }))).toBe('REPEATED');
}

function moveEntries({ accounts }: World, { from, to, token: of, amount: moved, fee }: Extract<Command, { does: 'MOVE' }>): Entry[] {
  const payer = accounts[from];
  const entries: Entry[] = [
    { account: payer, token: of, amountBaseUnits: -moved },
    { account: accounts[to], token: of, amountBaseUnits: moved },
  ];
  // Only a member pays fees, and not on a transfer to themselves.
  if (payer.kind !== 'AVAILABLE' || from === to) return entries;
  return [
    ...entries,
    { account: payer, token: of, amountBaseUnits: -fee, role: 'FEE' },
    { account: pooledAccount('FEES'), token: of, amountBaseUnits: fee, role: 'FEE' },
  ];
}

function splitEntries({ accounts }: World, { from, parts, token: of }: Extract<Command, { does: 'SPLIT' }>): Entry[] {
  return parts.flatMap(({ to, amount: part }) => [
    { account: accounts[from], token: of, amountBaseUnits: -part },
    { account: accounts[to], token: of, amountBaseUnits: part },
  ]);
}

async function payOut(
  { model, accounts }: World,
  { from, token: of, amount: paid, fee, ends, twice }: Extract<Command, { does: 'PAY_OUT' }>,
): Promise<void> {
  const id = v7();
  const transit = promiseAccount('PAYOUT_IN_TRANSIT', id);
  const entries: Entry[] = [
    { account: accounts[from], token: of, amountBaseUnits: -paid },
    { account: transit, token: of, amountBaseUnits: paid },
    { account: accounts[from], token: of, amountBaseUnits: -fee, role: 'FEE' },
    { account: transit, token: of, amountBaseUnits: fee, role: 'FEE' },
  ];
  const allowed = model.apply(entries);
  const pending = () => inTransaction(ledger.db, (tx) => postPending(tx, { id, kind: 'PAYOUT', occurredAt: NOON, entries }));
  expect(await outcomeOf(pending)).toBe(allowed ? 'POSTED' : 'REFUSED');
  if (!allowed || ends === 'WAIT') return;
  const resolution = { id: v7(), pendingId: id, occurredAt: NOON };
  const resolve = () => inTransaction(ledger.db, (tx) => (ends === 'SETTLE' ? settlePending(tx, resolution) : voidPending(tx, resolution)));
  expect(await outcomeOf(resolve)).toBe('POSTED');
  if (twice) expect(await outcomeOf(resolve)).toBe('REPEATED');
  const leaves: Entry = { account: transit, token: of, amountBaseUnits: -paid - fee };
  model.apply(
    ends === 'VOID'
      ? [leaves, { account: accounts[from], token: of, amountBaseUnits: paid + fee }]
      : [
          leaves,
          { account: accounts.OUTSIDE_WORLD, token: of, amountBaseUnits: paid },
          { account: pooledAccount('FEES'), token: of, amountBaseUnits: fee },
        ],
  );
}

function net(entries: readonly Entry[]): Map<string, bigint> {
  const sums = new Model();
  for (const { account, token: of, amountBaseUnits } of entries)
    sums.balances.set(keyOf(account, of), sums.balance(account, of) + amountBaseUnits);
  return new Map([...sums.balances].filter(([, sum]) => sum !== 0n));
}

async function outcomeOf(work: () => Promise<{ outcome: string }>): Promise<string> {
  try {
    return (await work()).outcome;
  } catch (error) {
    // A promise that was never made has no account; in the model, it has an empty one.
    if (error instanceof LedgerRefusal && (error.code === 'INSUFFICIENT_BALANCE' || error.code === 'ACCOUNT_UNKNOWN')) return 'REFUSED';
    throw error;
  }
}
