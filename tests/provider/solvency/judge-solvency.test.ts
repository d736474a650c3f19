import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccountKind } from '../../../provider/ledger/account.ts';
import { judgeSolvency } from '../../../provider/solvency/judge-solvency.ts';
import type { BookedOrder, Books } from '../../../provider/solvency/prove-solvency.ts';

const CONTRACT_ID = `0x${'00'.repeat(32)}` as const;
const ROOM = 10n ** 30n;

/** JUF that is deposited, sold, minted, paid out or burned, each at a certain stage when books and chain are compared. */
type Deed =
  | { do: 'DEPOSIT'; amount: bigint; stage: 'UNREAD' | 'SEEN' | 'HELD' | 'CREDITED' }
  | {
      do: 'PAYOUT' | 'BURN' | 'PROCEEDS';
      amount: bigint;
      fee: bigint;
      stage: 'ORDERED' | 'MINED' | 'SETTLED' | 'SETTLED_LATER' | 'TAKEN_BACK';
    }
  | { do: 'SALE'; amount: bigint; stage: 'SOLD' | 'ORDERED' | 'MINED' | 'SETTLED' | 'SETTLED_LATER' | 'TAKEN_BACK' }
  | { do: 'LOSS'; amount: bigint };

const amount = fc.bigInt(1n, 10n ** 40n);
const orderStages = ['ORDERED', 'MINED', 'SETTLED', 'SETTLED_LATER', 'TAKEN_BACK'] as const;
const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ do: fc.constant('DEPOSIT' as const), amount, stage: fc.constantFrom('UNREAD', 'SEEN', 'HELD', 'CREDITED') }),
  fc.record({
    do: fc.constantFrom('PAYOUT' as const, 'BURN' as const, 'PROCEEDS' as const),
    amount,
    fee: amount,
    stage: fc.constantFrom(...orderStages),
  }),
  fc.record({ do: fc.constant('SALE' as const), amount, stage: fc.constantFrom('SOLD', ...orderStages) }),
);
const loss: fc.Arbitrary<Deed> = fc.record({ do: fc.constant('LOSS' as const), amount });

/** The effects of the deeds in a simple model. */
class World {
  vault = 0n;
  readonly done = new Set<string>();
  readonly balances = new Map<AccountKind, bigint>();
  readonly orders: BookedOrder[] = [];
  arriving = 0n;
  sold = 0n;
  minted = 0n;
  unread = 0n;
  withdrawn = 0n;
  /** Of them what the books have. */
  bookedOut = 0n;
  onTheWay = 0n;

  post(...entries: [AccountKind, bigint][]): void {
    for (const [kind, change] of entries) this.balances.set(kind, (this.balances.get(kind) ?? 0n) + change);
  }

  order(
    kind: BookedOrder['kind'],
    of: bigint,
    stage: Exclude<Extract<Deed, { do: 'SALE' }>['stage'], 'SOLD'>,
  ): { isBooked: boolean; isDone: boolean } {
    const id = String(this.orders.length);
    const isBooked = stage === 'SETTLED' || stage === 'SETTLED_LATER' || stage === 'TAKEN_BACK';
    const isDone = stage === 'MINED' || stage === 'SETTLED';
    if (stage !== 'SETTLED')
      this.orders.push({ id, kind, contractId: CONTRACT_ID, token: 'JUF', amount: of, isBooked, isLater: stage === 'SETTLED_LATER' });
    if (stage === 'MINED') this.done.add(id);
    return { isBooked, isDone };
  }

  play(deed: Deed): void {
    if (deed.do === 'DEPOSIT') this.deposit(deed);
    else if (deed.do === 'SALE') this.sale(deed);
    else if (deed.do === 'LOSS') this.post(['VAULT', deed.amount], ['UNCOVERED_LOSS', -deed.amount]);
    else this.leave(deed);
  }

  private deposit({ amount: of, stage }: Extract<Deed, { do: 'DEPOSIT' }>): void {
    this.vault += of;
    if (stage === 'UNREAD') this.unread += of;
    else if (stage === 'SEEN') this.arriving += of;
    else this.post(['VAULT', -of], [stage === 'HELD' ? 'DEPOSIT_IN_TRANSIT' : 'AVAILABLE', of]);
  }

  private sale({ amount: of, stage }: Extract<Deed, { do: 'SALE' }>): void {
    this.sold += of;
    this.post(['OUTSIDE_WORLD', -of], ['VESTING', of]);
    if (stage === 'SOLD') return;
    const { isBooked, isDone } = this.order('MINT', of, stage);
    if (isDone) this.vault += of;
    if (!isBooked) return;
    this.minted += of;
    this.post(['OUTSIDE_WORLD', of], ['VAULT', -of]);
  }

  /** Anything that leaves was deposited before. */
  private leave({ do: kind, amount: of, fee, stage }: Extract<Deed, { do: 'PAYOUT' | 'BURN' | 'PROCEEDS' }>): void {
    this.deposit({ do: 'DEPOSIT', amount: of + fee, stage: 'CREDITED' });
    this.post(['AVAILABLE', -of - fee], ['PAYOUT_IN_TRANSIT', of + fee]);
    const { isBooked, isDone } = this.order(kind, of, stage);
    if (isDone) this.vault -= of;
    if (kind === 'PROCEEDS') {
      if (isDone) this.withdrawn += of;
      else this.onTheWay += of;
      if (isBooked) this.bookedOut += of;
    }
    if (isBooked) this.post(['PAYOUT_IN_TRANSIT', -of - fee], ['FEES', fee], ['VAULT', of]);
  }

  books(): Books {
    return {
      readTo: { number: 7n, hash: CONTRACT_ID },
      balances: [...this.balances].map(([kind, balance]) => ({ kind, token: 'JUF' as const, balance })),
      arriving: { JUF: this.arriving },
      withdrawn: { JUF: this.bookedOut },
      orders: this.orders,
      bonusesDue: 0n,
      soldJuf: this.sold,
      mintedJuf: this.minted,
    };
  }

  judge(taken = 0n) {
    return judgeSolvency(this.books(), { holds: { JU: 0n, JUF: this.vault - taken, USDT: 0n }, mintingRoom: ROOM * ROOM }, this.done);
  }
}

function worldOf(deeds: readonly Deed[]): World {
  const world = new World();
  for (const each of deeds) world.play(each);
  return world;
}

describe('vault and books', () => {
  it('agree exactly, whatever stage each deposit, payout, burn and batch has reached on either side', () => {
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 30 }), (deeds) => {
        const world = worldOf(deeds);
        const { tokens, firstBreak } = world.judge();
        expect(firstBreak).toBeNull();
        const { vault, booked, notMinted, owedInAll } = tokens.JUF;
        expect(vault - booked).toBe(world.unread);
        expect(owedInAll).toBe(booked + notMinted);
        expect(tokens.JUF.withdrawn).toBe(world.withdrawn);
        expect(tokens.JUF.owed.operator).toBe((world.balances.get('FEES') ?? 0n) + world.onTheWay);
        expect(Object.values(tokens.JUF.owed).every((each) => each >= 0n)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('break as soon as one unit is missing, and say how many are', () => {
    fc.assert(
      fc.property(fc.array(deed, { minLength: 1, maxLength: 20 }), amount, (deeds, taken) => {
        const world = worldOf(deeds);
        const { firstBreak } = world.judge(world.unread + taken);
        expect(firstBreak).toMatchObject({ code: 'VAULT_BELOW_BOOKS', token: 'JUF', lacks: taken });
      }),
    );
  });

  it('break on an uncovered loss', () => {
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 20 }), loss, (deeds, lost) => {
        const world = worldOf([
          ...deeds.filter(({ do: what }) => what !== 'DEPOSIT'),
          { do: 'DEPOSIT', amount: lost.amount, stage: 'CREDITED' },
          lost,
        ]);
        world.vault -= lost.amount;
        const { tokens, firstBreak } = world.judge();
        expect(firstBreak).toMatchObject({ code: 'VAULT_BELOW_OWED', token: 'JUF', lacks: lost.amount });
        expect(tokens.JUF.uncoveredLoss).toBe(lost.amount);
      }),
    );
  });

  it('break if more was sold than the contract lets be minted', () => {
    const world = worldOf([
      { do: 'SALE', amount: 100n, stage: 'SETTLED' },
      { do: 'SALE', amount: 11n, stage: 'SOLD' },
    ]);
    const judge = (mintingRoom: bigint) =>
      judgeSolvency(world.books(), { holds: { JU: 0n, JUF: world.vault, USDT: 0n }, mintingRoom }, world.done).firstBreak;
    expect(judge(11n)).toBeNull();
    expect(judge(10n)).toMatchObject({ code: 'NOT_MINTABLE', lacks: 1n });
  });
});

it('bonuses due are promised to members, the rest of their pool isn’t', () => {
  const books = { ...new World().books(), balances: [{ kind: 'BONUS_POOL' as const, token: 'USDT' as const, balance: 100n }] };
  const owedWith = (bonusesDue: bigint) =>
    judgeSolvency({ ...books, bonusesDue }, { holds: { JU: 0n, JUF: 0n, USDT: 100n }, mintingRoom: ROOM }, new Set()).tokens.USDT;
  expect(owedWith(30n)).toMatchObject({ owed: { promised: 30n, pools: 70n }, owedInAll: 100n });
  expect(owedWith(130n)).toMatchObject({ owed: { promised: 100n, pools: 0n }, owedInAll: 100n });
});
