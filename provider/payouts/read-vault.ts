import { sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { newestFinal } from '../finality.ts';
import type { Token } from '../ledger/account.ts';
import type { Services } from '../provider-services.ts';

/** The vault's holding as of a confirmed block. */
export interface VaultHolding {
  balance: bigint;
  atBlock: bigint;
}

/** `null` if there is no vault. Doesn't include JUF sold but not minted yet. */
export async function readVaultHolding({ chain, vault }: Pick<Services, 'chain' | 'vault'>, token: Token): Promise<VaultHolding | null> {
  if (vault === null) return null;
  const atBlock = newestFinal(await chain.getBlockNumber());
  const address = { JU: null, JUF: vault.tokens.juf, USDT: vault.tokens.usdt }[token];
  return { balance: await chain.getBalance(address, vault.address, atBlock), atBlock };
}

/** The part of a holding that isn't ordered yet; negative if the chain holds less than was ordered. */
export async function readFreeInVault(database: Queryable, { balance, atBlock }: VaultHolding, token: Token): Promise<bigint> {
  const { rows } = await database.execute<{ ordered: string }>(sql`
    select coalesce(sum(amount), 0)::text as ordered from chain_order
     where token = ${token} and kind <> 'MINT' and ((settled_block is null and status <> 'VOIDED') or settled_block > ${atBlock.toString()})`);
  return balance - BigInt(rows[0]?.ordered ?? 0);
}

/** Serialises decisions about whether the vault holds enough; take it last, just before writing. */
export async function takeTurnAtVault(transaction: Queryable, token: Token): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('vault ' || ${token}::text, 7310210002))`);
}
