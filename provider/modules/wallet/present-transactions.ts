import { inArray } from 'drizzle-orm';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { TransactionRow } from '../../../src/lib/api/contract/transaction.ts';
import type { Queryable } from '../../db/database.ts';
import type { TransactionLine } from '../../ledger/transactions.ts';
import { chainOrder } from '../../payouts/schema.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { member } from '../account/schema.ts';

export interface KnownMember {
  id: string;
  uid: string;
  username: string;
}

/** Formats ledger lines for a response: decimal strings, and the other member by name. `known` are members that needn't be read. */
export async function presentTransactions(
  database: Queryable,
  lines: readonly TransactionLine[],
  known: readonly KnownMember[] = [],
): Promise<TransactionRow[]> {
  const others = new Set(lines.flatMap(({ counterpartyId }) => (counterpartyId === null ? [] : [counterpartyId])));
  for (const { id } of known) others.delete(id);
  const read =
    others.size === 0
      ? []
      : await database
          .select({ id: member.id, uid: member.uid, username: member.username })
          .from(member)
          .where(inArray(member.id, [...others]));
  const members = [...known, ...read];
  const payouts = await readPayouts(database, lines);
  return lines.map((line): TransactionRow => {
    const format = (amountBaseUnits: bigint): string => toDecimalString(amountBaseUnits, tokenDecimals[line.token]);
    const other = members.find(({ id }) => id === line.counterpartyId);
    const payout = payouts.find(({ id }) => id === line.id);
    return {
      id: line.id,
      kind: line.kind,
      walletType: line.token,
      amount: format(line.amountBaseUnits),
      direction: line.direction,
      fee: format(line.feeBaseUnits),
      ...(other === undefined ? {} : { counterparty: { uid: other.uid, username: other.username } }),
      ...(payout === undefined ? {} : { counterparty: { address: payout.recipient } }),
      ...(line.remark === null ? {} : { remark: line.remark }),
      hash: payout?.chainHash ?? line.hash,
      status: line.status,
      createdAt: line.createdAt.toISOString(),
      balanceAfter: format(line.balanceAfterBaseUnits),
    };
  });
}

/** Their destination, and the chain transaction once it's in a block, even if unconfirmed. */
async function readPayouts(database: Queryable, lines: readonly TransactionLine[]) {
  const ids = lines.filter(({ kind }) => kind === 'PAYOUT').map(({ id }) => id);
  if (ids.length === 0) return [];
  return database
    .select({ id: chainOrder.id, recipient: chainOrder.recipient, chainHash: chainOrder.chainHash })
    .from(chainOrder)
    .where(inArray(chainOrder.id, ids));
}
