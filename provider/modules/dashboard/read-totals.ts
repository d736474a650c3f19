import { and, eq, sql } from 'drizzle-orm';
import { toDecimalString } from '../../../src/lib/amount.ts';
import { kindBalance } from '../../ledger/balances.ts';
import { ledgerAccount, ledgerEntry } from '../../ledger/schema.ts';
import { type Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';

/** What all members have staked, and what sales have minted: the JUF that came into the books with a treasury purchase. */
export async function readTotals({ database }: Services): Promise<{ totalStaked: string; totalMinted: string }> {
  const [staked, [minted]] = await Promise.all([
    kindBalance(database, 'STAKED', 'JUF'),
    database
      .select({ total: sql`coalesce(-sum(${ledgerEntry.amount}::numeric), 0)`.mapWith((value: string) => BigInt(value)) })
      .from(ledgerEntry)
      .innerJoin(ledgerAccount, eq(ledgerAccount.id, ledgerEntry.accountId))
      .where(and(eq(ledgerAccount.kind, 'OUTSIDE_WORLD'), eq(ledgerAccount.token, 'JUF'), eq(ledgerEntry.kind, 'TREASURY_PURCHASE'))),
  ]);
  const format = (amount: bigint): string => toDecimalString(amount, tokenDecimals.JUF);
  return { totalStaked: format(staked), totalMinted: format(minted?.total ?? 0n) };
}
