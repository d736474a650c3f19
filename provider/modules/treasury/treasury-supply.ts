import { sql } from 'drizzle-orm';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { type Queryable, type Transaction } from '../../db/database.ts';
import { type Economy } from '../../economy.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { treasurySupply } from './schema.ts';

/** All JUF there is or is owed: what the contract has minted, and what was sold and is to be minted yet. */
export async function readMintedJuf(database: Queryable, economy: Economy): Promise<bigint> {
  return (await readMinting(database, economy)).mintedJuf;
}

/** The same with the contract's own cap, null until it was read. Until then the terms say what had been minted before sales began. */
export async function readMinting(database: Queryable, { treasury }: Economy): Promise<{ mintedJuf: bigint; contractCapJuf: bigint | null }> {
  const [row] = await database.select().from(treasurySupply);
  const elsewhereJuf = row?.elsewhereJuf ?? fromDecimalString(treasury.mintedBeforeSalesJuf, tokenDecimals.JUF);
  return { mintedJuf: elsewhereJuf + (row?.mintedJuf ?? 0n), contractCapJuf: row?.contractCapJuf ?? null };
}

/** Keeps what the contract says, for every process. */
export async function keepContractSupply(database: Queryable, supply: { elsewhereJuf: bigint; contractCapJuf: bigint }): Promise<void> {
  await database.update(treasurySupply).set(supply);
}

/**
 * Waits for its turn among all who buy; until the transaction ends nobody else mints. Also the order in which purchases take what else they share:
 * two of them could otherwise hold a shard each of the insurance pool and wait for the other's.
 */
export async function takeTurnToMint(transaction: Transaction): Promise<void> {
  await transaction.select().from(treasurySupply).for('update');
}

export async function isWithinCap(database: Queryable, economy: Economy, juf: bigint): Promise<boolean> {
  const { mintedJuf, contractCapJuf } = await readMinting(database, economy);
  return mintedJuf + juf <= capOf(economy, contractCapJuf);
}

/** The lower of what the terms and the contract allow. */
export function capOf({ treasury }: Economy, contractCapJuf: bigint | null): bigint {
  const cap = fromDecimalString(treasury.maxMintingCapJuf, tokenDecimals.JUF);
  return contractCapJuf !== null && contractCapJuf < cap ? contractCapJuf : cap;
}

/** False, and nothing minted, when it would go beyond the cap. For whose turn it is. */
export async function mintWithinCap(transaction: Transaction, economy: Economy, juf: bigint): Promise<boolean> {
  if (!(await isWithinCap(transaction, economy, juf))) return false;
  await transaction.update(treasurySupply).set({ mintedJuf: sql`${treasurySupply.mintedJuf} + ${juf.toString()}::numeric` });
  return true;
}
