import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { Token, TransactionKind } from '../../ledger/account.ts';
import type { CurrentPrices, PricePoint } from '../../price/read-price.ts';
import type { Services } from '../../provider-services.ts';

/** A change of a member's available balance, in base units; negative if it left, including its fee. */
export interface Movement {
  id: string;
  kind: TransactionKind;
  token: Token;
  amount: bigint;
  /** Part of what left. */
  fee: bigint;
  at: Date;
  /** Why it came, if it returns what another transaction took. */
  returns: string | null;
}

type Row = { id: string; kind: TransactionKind; token: Token; amount: string; fee: string; at_ms: string; resolves: string | null };

/** All of a member's movements, oldest first. */
export async function readMovements(database: Queryable, memberId: string): Promise<Movement[]> {
  const { rows } = await database.execute<Row>(sql`
    select t.id, e.kind, e.token, e.amount::text as amount, e.fee::text as fee,
           floor(extract(epoch from e.created_at) * 1000)::bigint::text as at_ms, t.resolves
      from ledger_account a
      join ledger_entry e on e.account_id = a.id
      join ledger_transaction t on t.id = e.transaction_id
     where a.owner_id = ${memberId} and a.kind = 'AVAILABLE'
     order by e.created_at, e.account_id, e.seq`);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    token: row.token,
    amount: BigInt(row.amount),
    fee: BigInt(row.fee),
    at: new Date(Number(row.at_ms)),
    returns: row.resolves,
  }));
}

export type ReceiptGroup = 'INCOME' | 'BOUGHT' | 'DEPOSIT' | 'REFUND';

type MovementClass =
  | { type: 'RECEIPT'; group: ReceiptGroup }
  /** To the member's own address on the chain. */
  | { type: 'MOVED_OUT' }
  | { type: 'DISPOSAL' }
  /** Into a stake and back: the member owns it all the time. */
  | { type: 'KEPT' };

const GROUPS: Partial<Record<TransactionKind, ReceiptGroup>> = {
  DEPOSIT: 'DEPOSIT',
  VESTING_CLAIM: 'BOUGHT',
  PREMIUM_REFUND: 'REFUND',
};

/** A movement's meaning for a year's statement. */
export function classifyMovement({ kind, amount }: Pick<Movement, 'kind' | 'amount'>): MovementClass {
  if (kind === 'STAKE' || kind === 'CAPITAL') return { type: 'KEPT' };
  if (amount > 0n) return { type: 'RECEIPT', group: GROUPS[kind] ?? 'INCOME' };
  return kind === 'PAYOUT' ? { type: 'MOVED_OUT' } : { type: 'DISPOSAL' };
}

/**
 * Removes payouts that failed, together with their refunds. If the fee was kept, only the fee remains.
 */
export function netMovements(movements: readonly Movement[]): Movement[] {
  const returned = new Map(movements.flatMap(({ returns, amount }) => (returns === null ? [] : [[returns, amount] as const])));
  return movements.flatMap((movement) => {
    if (movement.returns !== null) return [];
    const back = returned.get(movement.id);
    if (back === undefined) return [movement];
    const kept = movement.amount + back;
    return kept === 0n ? [] : [{ ...movement, amount: kept, fee: -kept }];
  });
}

const DAY_MS = 86_400_000;

/** The prices of a moment's UTC day; null where that day's is unknown. */
export type PricesOn = (at: Date) => CurrentPrices;

/** Each UTC day's average prices since a day. Days without an observation have none: no price is carried over from another day. */
export async function readDayPrices({ prices }: Pick<Services, 'prices'>, since: Date, now: Date): Promise<PricesOn> {
  const count = Math.floor(now.getTime() / DAY_MS) - Math.floor(since.getTime() / DAY_MS) + 1;
  const span = { step: 'DAY', count } as const;
  const [juf, ju] = await Promise.all([prices.jufHistory(span, now), prices.juHistory(span, now)]);
  const [jufOn, juOn] = [byDay(juf), byDay(ju)];
  return (at) => {
    const day = dayOf(at.getTime());
    return { JU: juOn.get(day) ?? null, JUF: jufOn.get(day) ?? null };
  };
}

/** A day's price is the one at its end, midnight of the next day. */
function byDay(points: readonly PricePoint[]): Map<number, PricePoint> {
  return new Map(points.map((point) => [dayOf(point.at.getTime() - 1), point]));
}

function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}
