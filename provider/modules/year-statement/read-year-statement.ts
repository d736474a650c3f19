import { sql } from 'drizzle-orm';
import { mulDivFloor, toDecimalString } from '../../../src/lib/amount.ts';
import type { SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { yearStatement } from '../../../src/lib/api/contract/year-statement.ts';
import type { Queryable } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Token, TOKENS } from '../../ledger/account.ts';
import { balancesAt } from '../../ledger/balances.ts';
import { formatUsd, USD_DECIMALS, valueInUsd } from '../../price/read-price.ts';
import type { Services } from '../../provider-services.ts';
import { inTokens } from '../../token-amounts.ts';
import type { Member } from '../account/schema.ts';
import { type Holding, valueHoldings } from '../dashboard/read-portfolio.ts';
import { stakedCapitalAt } from '../staking/stake.ts';
import { owedJufAt } from '../vesting/claim-juf.ts';
import {
  classifyMovement,
  type Movement,
  netMovements,
  type PricesOn,
  readDayPrices,
  readMovements,
  type ReceiptGroup,
} from './read-movements.ts';

type Statement = SentDataOf<typeof yearStatement>;

interface Receipt {
  movement: Movement;
  group: ReceiptGroup;
  usd: bigint | null;
}

/** USDT counts as one dollar, so it neither gains nor loses. */
const GAINING = ['JU', 'JUF'] as const;

/**
 * GET /wallet/yearStatement, an extension. Everything is derived from the ledger when it is asked for. Lots are formed since the member joined, because a
 * year's gains depend on what was acquired before it.
 */
export async function readYearStatement(services: Services, self: Member, asked: number | undefined): Promise<Statement> {
  const now = services.clock();
  const [first, last] = [self.createdAt.getUTCFullYear(), now.getUTCFullYear()];
  const year = asked ?? last;
  if (year < first || year > last) throw new Refusal('VALIDATION_FAILED', { detail: { fields: { year: 'OUT_OF_RANGE' } } });
  const from = new Date(Date.UTC(year, 0, 1));
  const to = year === last ? now : new Date(Date.UTC(year + 1, 0, 1));
  // One more millisecond, so that what happened now belongs to the running year.
  const endMs = year === last ? to.getTime() + 1 : to.getTime();
  const isInYear = (at: Date): boolean => at >= from && at.getTime() < endMs;

  const { database } = services;
  const pricesOn = await readDayPrices(services, self.createdAt, now);
  const movements = netMovements(await readMovements(database, self.id)).filter(({ at }) => at.getTime() < endMs);
  const costs = await readClaimCosts(database, self.id);
  const holdings = await readYearHoldings(database, self.id, { from, lastMoment: new Date(endMs - 1) }, pricesOn);
  const receipts = movements.flatMap((movement) => receiptOf(movement, pricesOn, costs));
  const received = new Map(receipts.map(({ movement, usd }) => [movement, usd]));
  const gains = GAINING.flatMap((token) => fifoOfMovements(token, movements, { received, pricesOn }).parts).filter(({ of }) =>
    isInYear(of.at),
  );
  const shown = receipts.filter(({ movement }) => isInYear(movement.at));
  return {
    year,
    years: Array.from({ length: last - first + 1 }, (_, index) => last - index),
    from: from.toISOString(),
    to: to.toISOString(),
    holdings,
    receipts: shown.map(presentReceipt),
    income: sumOf(shown.filter(({ group }) => group === 'INCOME').map(({ usd }) => usd)),
    gains: gains.toSorted((a, b) => a.of.at.getTime() - b.of.at.getTime()).map(presentGain),
    gainByToken: GAINING.map((walletType) => ({
      walletType,
      gain: sumOf(gains.filter(({ of }) => of.token === walletType).map(({ gain }) => gain)),
    })),
  };
}

function receiptOf(movement: Movement, pricesOn: PricesOn, costs: ReadonlyMap<string, bigint>): Receipt[] {
  const found = classifyMovement(movement);
  if (found.type !== 'RECEIPT') return [];
  const paid = found.group === 'BOUGHT' ? costs.get(movement.id) : undefined;
  return [{ movement, group: found.group, usd: paid ?? valueInUsd(movement.amount, movement.token, pricesOn(movement.at)) }];
}

function presentReceipt({ movement: { id, kind, token, amount, at }, group, usd }: Receipt): Statement['receipts'][number] {
  return {
    id,
    group,
    kind,
    walletType: token,
    amount: inTokens(amount, token),
    usd: formatUsd(usd),
    at: at.toISOString(),
  };
}

function presentGain({ of, amount, acquiredAt, proceeds, cost, gain }: FifoPart<Movement>): Statement['gains'][number] {
  return {
    id: of.id,
    kind: of.kind,
    walletType: of.token,
    amount: inTokens(amount, of.token),
    at: of.at.toISOString(),
    acquiredAt: acquiredAt?.toISOString() ?? null,
    proceedsUsd: formatUsd(proceeds),
    costUsd: formatUsd(cost),
    gainUsd: formatUsd(gain),
  };
}

function sumOf(values: readonly (bigint | null)[]): Statement['income'] {
  const known = values.filter((value) => value !== null);
  return {
    usd: toDecimalString(
      known.reduce((total, value) => total + value, 0n),
      USD_DECIMALS,
    ),
    missing: values.length - known.length,
  };
}

type YearHolding = SentDataOf<typeof yearStatement>['holdings'][number];

/** What a member owned at the end of the day before the year, and at its last moment, each at the prices of that day. */
async function readYearHoldings(
  database: Queryable,
  memberId: string,
  { from, lastMoment }: { from: Date; lastMoment: Date },
  pricesOn: PricesOn,
): Promise<YearHolding[]> {
  const moments = [new Date(from.getTime() - 1), lastMoment];
  const balances = await balancesAt(database, memberId, moments);
  const staked = await stakedCapitalAt(database, memberId, moments);
  const owed = await owedJufAt(database, memberId, moments);
  const [opening, closing] = moments.map((at, index) => {
    const held: Holding[] = [
      ...TOKENS.map((token): Holding => ({ kind: 'WALLET', token, held: balances[index]?.[token] ?? 0n })),
      { kind: 'STAKED', token: 'JUF', held: staked[index] ?? 0n },
      { kind: 'VESTING', token: 'JUF', held: owed[index] ?? 0n },
    ];
    return valueHoldings(held, pricesOn(at)).parts;
  });
  return (opening ?? []).map((before, index): YearHolding => {
    const after = closing?.[index] ?? before;
    const format = (held: bigint): string => inTokens(held, before.token);
    return {
      kind: before.kind,
      walletType: before.token,
      opening: format(before.held),
      openingUsd: formatUsd(before.usd),
      closing: format(after.held),
      closingUsd: formatUsd(after.usd),
    };
  });
}

type Row = { transaction_id: string; purchase_id: string; claimed: string; paid: string; juf: string };

/**
 * What was paid for the JUF of each claim, in base units of USDT, by the claim's transaction: its share of what its purchases cost. The claims of a whole
 * purchase add up to its price.
 */
async function readClaimCosts(database: Queryable, memberId: string): Promise<Map<string, bigint>> {
  const { rows } = await database.execute<Row>(sql`
    select claim.transaction_id, claim.purchase_id, claim.juf::text as claimed, purchase.paid_usdt::text as paid, purchase.juf::text as juf
      from treasury_purchase purchase join vesting_claim claim on claim.purchase_id = purchase.id
     where purchase.member_id = ${memberId}
     order by claim.created_at, claim.id`);
  const claimed = new Map<string, bigint>();
  const costs = new Map<string, bigint>();
  for (const row of rows) {
    const before = claimed.get(row.purchase_id) ?? 0n;
    const after = before + BigInt(row.claimed);
    claimed.set(row.purchase_id, after);
    const paidUntil = (amount: bigint): bigint => mulDivFloor(BigInt(row.paid), amount, BigInt(row.juf));
    costs.set(row.transaction_id, (costs.get(row.transaction_id) ?? 0n) + paidUntil(after) - paidUntil(before));
  }
  return costs;
}

/** What a member's movements gained or lost in a token, and the remaining lots, available and staked ones together. */
export function fifoOfMovements(
  token: Token,
  movements: readonly Movement[],
  { received, pricesOn }: { received: ReadonlyMap<Movement, bigint | null>; pricesOn: PricesOn },
): FifoResult<Movement> {
  const own = movements.filter((movement) => movement.token === token);
  return fifoGains(own.flatMap((movement) => eventsOf(movement, received, pricesOn)));
}

/** A payout's fee was spent, even though its amount wasn't. */
function eventsOf(movement: Movement, received: ReadonlyMap<Movement, bigint | null>, pricesOn: PricesOn): FifoEvent<Movement>[] {
  const { amount, fee, token, at } = movement;
  const dispose = (spent: bigint): FifoEvent<Movement>[] =>
    spent === 0n ? [] : [{ type: 'DISPOSED', amount: spent, proceeds: valueInUsd(spent, token, pricesOn(at)), of: movement }];
  switch (classifyMovement(movement).type) {
    case 'KEPT':
      return [];
    case 'RECEIPT':
      return [{ type: 'ACQUIRED', at, amount, cost: received.get(movement) ?? null }];
    case 'MOVED_OUT':
      return [...(-amount > fee ? [{ type: 'MOVED_OUT', amount: -amount - fee } as const] : []), ...dispose(fee)];
    case 'DISPOSAL':
      return dispose(-amount);
  }
}

/** What a holding gained or lost, in the order in which it happened. Amounts are in base units and positive, values in millionths of a US dollar. */
export type FifoEvent<Of> =
  | { type: 'ACQUIRED'; at: Date; amount: bigint; cost: bigint | null }
  /** To the member's own address: it leaves the holding without a gain. */
  | { type: 'MOVED_OUT'; amount: bigint }
  | { type: 'DISPOSED'; amount: bigint; proceeds: bigint | null; of: Of };

/** A part of a disposal, from a single lot. */
interface FifoPart<Of> {
  of: Of;
  amount: bigint;
  /** Null, like the cost, for what exceeds all lots. */
  acquiredAt: Date | null;
  proceeds: bigint | null;
  cost: bigint | null;
  gain: bigint | null;
}

interface Lot {
  acquiredAt: Date;
  left: bigint;
  /** What the rest of the lot cost; null if unknown. */
  cost: bigint | null;
}

export interface FifoResult<Of> {
  parts: FifoPart<Of>[];
  /** The remaining lots, oldest first. */
  lots: Lot[];
}

interface Taken {
  amount: bigint;
  acquiredAt: Date | null;
  cost: bigint | null;
}

/** First in, first out: what leaves is what was acquired first. Shares are rounded down and their rests stay, so nothing is lost or counted twice. */
export function fifoGains<Of>(events: readonly FifoEvent<Of>[]): FifoResult<Of> {
  const lots: Lot[] = [];
  const parts: FifoPart<Of>[] = [];
  let oldest = 0;
  const take = (amount: bigint): Taken[] => {
    const taken: Taken[] = [];
    let missing = amount;
    for (let lot = lots[oldest]; missing > 0n && lot !== undefined; lot = lots[oldest]) {
      const from = takeFrom(lot, missing);
      if (from.amount > 0n) taken.push(from);
      missing -= from.amount;
      if (lot.left === 0n) oldest += 1;
    }
    if (missing > 0n) taken.push({ amount: missing, acquiredAt: null, cost: null });
    return taken;
  };
  for (const event of events) {
    if (event.type === 'ACQUIRED') lots.push({ acquiredAt: event.at, left: event.amount, cost: event.cost });
    else if (event.type === 'MOVED_OUT') take(event.amount);
    else parts.push(...partsOf(take(event.amount), event));
  }
  return { parts, lots: lots.slice(oldest) };
}

function takeFrom(lot: Lot, most: bigint): Taken {
  const amount = most < lot.left ? most : lot.left;
  const cost = lot.cost === null || amount === lot.left ? lot.cost : mulDivFloor(lot.cost, amount, lot.left);
  lot.left -= amount;
  if (lot.cost !== null && cost !== null) lot.cost -= cost;
  return { amount, acquiredAt: lot.acquiredAt, cost };
}

/** Shares the proceeds among the parts by amount; the last one gets the rest. */
function partsOf<Of>(taken: readonly Taken[], event: Extract<FifoEvent<Of>, { type: 'DISPOSED' }>): FifoPart<Of>[] {
  const rest = { amount: event.amount, proceeds: event.proceeds };
  return taken.map(({ amount, acquiredAt, cost }) => {
    const proceeds = rest.proceeds === null || amount === rest.amount ? rest.proceeds : mulDivFloor(rest.proceeds, amount, rest.amount);
    rest.amount -= amount;
    if (rest.proceeds !== null && proceeds !== null) rest.proceeds -= proceeds;
    return { of: event.of, amount, acquiredAt, proceeds, cost, gain: proceeds === null || cost === null ? null : proceeds - cost };
  });
}
