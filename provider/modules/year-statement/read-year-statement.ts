import { toDecimalString } from '../../../src/lib/amount.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { yearStatement } from '../../../src/lib/api/contract/year-statement.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import type { Member } from '../account/schema.ts';
import { USD_DECIMALS, valueInUsd } from '../../price/value-in-usd.ts';
import { classifyMovement, type ReceiptGroup } from './classify-movement.ts';
import { type PricesOn, readDayPrices } from './day-prices.ts';
import type { FifoPart } from './fifo-gains.ts';
import { fifoOfMovements } from './fifo-of-movements.ts';
import { netMovements } from './net-movements.ts';
import { readClaimCosts } from './read-claim-costs.ts';
import { type Movement, readMovements } from './read-movements.ts';
import { readYearHoldings } from './read-year-holdings.ts';

type Statement = DataOf<typeof yearStatement>;

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
    amount: toDecimalString(amount, tokenDecimals[token]),
    usd: formatUsd(usd),
    at: at.toISOString(),
  };
}

function presentGain({ of, amount, acquiredAt, proceeds, cost, gain }: FifoPart<Movement>): Statement['gains'][number] {
  return {
    id: of.id,
    kind: of.kind,
    walletType: of.token,
    amount: toDecimalString(amount, tokenDecimals[of.token]),
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

function formatUsd(usd: bigint | null): string | null {
  return usd === null ? null : toDecimalString(usd, USD_DECIMALS);
}
