import { sql } from 'drizzle-orm';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import type { Economy } from '../../economy.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { treasurySupply } from './schema.ts';

/**
 * All JUF that exists or is owed: minted by the contract, or sold and yet to be minted; and the contract's cap, null until it was read. Until then the
 * terms say what had been minted before sales began.
 */
export async function readMinting(
  database: Queryable,
  { treasury }: Economy,
): Promise<{ mintedJuf: bigint; contractCapJuf: bigint | null }> {
  const [row] = await database.select().from(treasurySupply);
  const elsewhereJuf = row?.elsewhereJuf ?? fromDecimalString(treasury.mintedBeforeSalesJuf, tokenDecimals.JUF);
  return { mintedJuf: elsewhereJuf + (row?.mintedJuf ?? 0n), contractCapJuf: row?.contractCapJuf ?? null };
}

/** Stores the contract's figures for every process. */
export async function keepContractSupply(database: Queryable, supply: { elsewhereJuf: bigint; contractCapJuf: bigint }): Promise<void> {
  await database.update(treasurySupply).set(supply);
}

/**
 * Serialises buyers: until the transaction ends, nobody else mints. It also orders the other locks that purchases share: two of them could otherwise each
 * hold a shard of the insurance pool and wait for the other's.
 */
export async function takeTurnToMint(transaction: Transaction): Promise<void> {
  await transaction.select().from(treasurySupply).for('update');
}

export async function isWithinCap(database: Queryable, economy: Economy, juf: bigint): Promise<boolean> {
  const { mintedJuf, contractCapJuf } = await readMinting(database, economy);
  return mintedJuf + juf <= capOf(economy, contractCapJuf);
}

/** The lower of the caps in the terms and the contract. */
export function capOf({ treasury }: Economy, contractCapJuf: bigint | null): bigint {
  const cap = fromDecimalString(treasury.maxMintingCapJuf, tokenDecimals.JUF);
  return contractCapJuf !== null && contractCapJuf < cap ? contractCapJuf : cap;
}

/** Returns false and mints nothing if it would exceed the cap. The caller holds the lock. */
export async function mintWithinCap(transaction: Transaction, economy: Economy, juf: bigint): Promise<boolean> {
  if (!(await isWithinCap(transaction, economy, juf))) return false;
  await transaction.update(treasurySupply).set({ mintedJuf: sql`${treasurySupply.mintedJuf} + ${juf.toString()}::numeric` });
  return true;
}
