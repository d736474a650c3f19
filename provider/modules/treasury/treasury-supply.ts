import { sql } from 'drizzle-orm';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { type Queryable, type Transaction } from '../../db/database.ts';
import { type Economy } from '../../economy.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { treasurySupply } from './schema.ts';

/** All JUF there is or is owed: what was minted before sales began, and what sales have minted since, on chain already or not yet. */
export async function readMintedJuf(database: Queryable, economy: Economy): Promise<bigint> {
  const [row] = await database.select({ mintedJuf: treasurySupply.mintedJuf }).from(treasurySupply);
  return mintedBeforeSales(economy) + (row?.mintedJuf ?? 0n);
}

/**
 * Waits for its turn among all who buy; until the transaction ends nobody else mints. Also the order in which purchases take what else they share:
 * two of them could otherwise hold a shard each of the insurance pool and wait for the other's.
 */
export async function takeTurnToMint(transaction: Transaction): Promise<void> {
  await transaction.select().from(treasurySupply).for('update');
}

export async function isWithinCap(database: Queryable, economy: Economy, juf: bigint): Promise<boolean> {
  return (await readMintedJuf(database, economy)) + juf <= fromDecimalString(economy.treasury.maxMintingCapJuf, tokenDecimals.JUF);
}

/** False, and nothing minted, when it would go beyond the cap. For whose turn it is. */
export async function mintWithinCap(transaction: Transaction, economy: Economy, juf: bigint): Promise<boolean> {
  if (!(await isWithinCap(transaction, economy, juf))) return false;
  await transaction.update(treasurySupply).set({ mintedJuf: sql`${treasurySupply.mintedJuf} + ${juf.toString()}::numeric` });
  return true;
}

function mintedBeforeSales({ treasury }: Economy): bigint {
  return fromDecimalString(treasury.mintedBeforeSalesJuf, tokenDecimals.JUF);
}
