import { sql } from 'drizzle-orm';
import { type Address, type Hex, sha256, toBytes, zeroAddress } from 'viem';
import type { Database, Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import type { Token } from '../ledger/account.ts';
import { BURN_ADDRESS } from '../payouts/order-burn.ts';
import type { Vault } from '../vault.ts';
import { type Deed, type DeedSource, findUnknownDeeds } from './find-unknown-deeds.ts';

/** More batches than there could be between two backups. */
const MOST_BURNS_LOST = 10_000;

/** Records the vault's payments that this database never ordered, and how far they were compared. Returns how many were new. */
export async function recordUnknownDeeds(database: Database, source: DeedSource, now: Date): Promise<number> {
  const { scannedTo, unknown } = await findUnknownDeeds(database, source);
  if (scannedTo === null) return 0;
  return inTransaction(database, async (tx) => {
    for (const deed of unknown) await write(tx, source.vault, deed, now);
    await tx.execute(sql`
      insert into deed_scan (chain_id, vault, scanned_number) values (${source.chainId}, ${source.vault.address}, ${scannedTo.toString()})
      on conflict (chain_id, vault) do update set scanned_number = greatest(deed_scan.scanned_number, excluded.scanned_number)`);
    return unknown.length;
  });
}

async function write(tx: Transaction, vault: Vault, deed: Deed, now: Date): Promise<void> {
  const { contractId, token, recipient, amount, blockNumber, txHash } = deed;
  const burn = recipient === BURN_ADDRESS ? await findBurnNumber(tx, contractId) : null;
  await tx.execute(sql`
    insert into unknown_deed (contract_id, burn_number, token, token_address, recipient, amount, block_number, tx_hash, found_at)
    values (decode(${contractId.slice(2)}, 'hex'), ${burn}, ${tokenAt(token, vault)}, ${token}, ${recipient}, ${amount.toString()},
            ${blockNumber.toString()}, decode(${txHash.slice(2)}, 'hex'), ${now.toISOString()})
    on conflict (contract_id) do nothing`);
}

function tokenAt(address: Address, { tokens }: Vault): Token | null {
  const known: readonly (readonly [Token, Address])[] = [
    ['JU', zeroAddress],
    ['JUF', tokens.juf],
    ['USDT', tokens.usdt],
  ];
  return known.find(([, each]) => each.toLowerCase() === address.toLowerCase())?.[0] ?? null;
}

/** Batches are numbered consecutively, so the lost ones follow the known ones. */
async function findBurnNumber(tx: Transaction, contractId: Hex): Promise<number | null> {
  const { rows } = await tx.execute<{ known: string }>(sql`select count(*)::text as known from chain_order where kind = 'BURN'`);
  const known = Number(rows[0]?.known ?? 0);
  for (let number = known + 1; number <= known + MOST_BURNS_LOST; number += 1) {
    if (sha256(toBytes(`jufi:burn:${number}`)) === contractId) return number;
  }
  return null;
}
