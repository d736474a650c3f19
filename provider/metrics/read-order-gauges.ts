import { isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { unreconciledPayment } from '../reconciliation/schema.ts';
import { type ChainOrder, chainOrderKind } from '../payouts/schema.ts';
import { type Family, gauge } from './format-metrics.ts';

interface OrderRow extends Record<string, unknown> {
  kind: ChainOrder['kind'];
  waiting: string;
  oldest_seconds: string;
}

/** The vault's unfinished orders, and whether a process works on them. Uses the database's clock, since that process may be another one. */
export async function readOrderGauges(database: Queryable): Promise<Family[]> {
  const { rows } = await database.execute<OrderRow>(sql`
    select kind, count(*)::text as waiting,
           greatest(0, extract(epoch from clock_timestamp() - min(created_at)))::text as oldest_seconds
      from chain_order where settled_block is null and status <> 'VOIDED' group by kind`);
  const of = (kind: OrderRow['kind']): OrderRow | undefined => rows.find((row) => row.kind === kind);
  return [
    gauge(
      'jufi_orders_waiting',
      'Orders of the vault that are not done.',
      chainOrderKind.enumValues.map((kind) => ({ labels: { kind }, value: Number(of(kind)?.waiting ?? 0) })),
    ),
    gauge(
      'jufi_orders_oldest_age_seconds',
      'How long the oldest of them has waited; 0 where none does.',
      chainOrderKind.enumValues.map((kind) => ({ labels: { kind }, value: Number(of(kind)?.oldest_seconds ?? 0) })),
    ),
    gauge(
      'jufi_unreconciled_payments',
      'Payments by the vault that the ledger doesn’t know: nothing is paid until each is settled.',
      await countUnsettled(database),
    ),
    ...(await readTurn(database)).map((value) =>
      gauge('jufi_payouts_turn_age_seconds', 'Since a payout process last looked at all that is to be done.', value),
    ),
  ];
}

/** Empty if no payout process has ever worked. */
async function readTurn(database: Queryable): Promise<number[]> {
  const { rows } = await database.execute<{ age: string }>(sql`
    select greatest(0, extract(epoch from clock_timestamp() - turned_at))::text as age from operator_lease where turned_at is not null`);
  return rows.map(({ age }) => Number(age));
}

async function countUnsettled(database: Queryable): Promise<number> {
  return database.$count(unreconciledPayment, isNull(unreconciledPayment.settledAt));
}
