import { sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import type { Vault } from '../vault.ts';
import { ContractsRefused } from './contracts-refused.ts';

type Row = { chain_id: string; vault: string; juf: string; usdt: string };

/** Throws `ContractsRefused` where the database belongs to another chain, vault or token. Returns whether it knew these already. */
export async function requireKnownContracts(
  database: Queryable,
  chainId: number,
  { address, tokens }: Pick<Vault, 'address' | 'tokens'>,
): Promise<boolean> {
  const { rows } = await database.execute<Row>(sql`select chain_id::text, vault, juf, usdt from known_contracts`);
  const [known] = rows;
  if (known === undefined) return false;
  const pairs = [
    ['chain', known.chain_id, String(chainId), 'PUBLIC_CHAIN_RPC_URL'],
    ['vault', known.vault, address, 'VAULT_ADDRESS'],
    ['JUF', known.juf, tokens.juf, 'PUBLIC_JUF_ADDRESS'],
    ['USDT', known.usdt, tokens.usdt, 'PUBLIC_USDT_ADDRESS'],
  ] as const;
  const other = pairs.find(([, before, now]) => before.toLowerCase() !== now.toLowerCase());
  if (other === undefined) return true;
  const [what, before, now, setting] = other;
  throw new ContractsRefused(
    `This database belongs to the ${what} ${before}, and ${setting} leads to ${now}: set it back, or, if JuFi has really moved, say so with \`npm run provider -- move-contracts\`.`,
  );
}

/** A database of an earlier version remembers no contracts, but may hold deposits into another vault. */
export async function requireNoOtherDeposits(database: Queryable, chainId: number, { address }: Vault): Promise<void> {
  const { rows } = await database.execute<{ chain_id: string; vault: string }>(
    sql`select chain_id::text, vault from deposit where (chain_id, lower(vault)) <> (${chainId}, ${address.toLowerCase()}) limit 1`,
  );
  const [other] = rows;
  if (other === undefined) return;
  throw new ContractsRefused(
    `This database holds deposits into the vault ${other.vault} on chain ${other.chain_id}, and VAULT_ADDRESS is ${address}: set it back, or, if JuFi has really moved, say so with \`npm run provider -- move-contracts\`.`,
  );
}

export async function rememberContracts(database: Queryable, chainId: number, { address, tokens }: Vault, now: Date): Promise<void> {
  await database.execute(sql`
    insert into known_contracts (chain_id, vault, juf, usdt, known_since) values (${chainId}, ${address}, ${tokens.juf}, ${tokens.usdt}, ${now.toISOString()})
    on conflict do nothing`);
  // Another process may have remembered others a moment before.
  await requireKnownContracts(database, chainId, { address, tokens });
}
