import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { newestFinal } from '../finality.ts';
import type { Services } from '../provider-services.ts';

/**
 * Orders that JUF sold, and the reward pool's share of it, is minted to the vault, as far as no batch covers it yet and the contract's cap
 * allows. Batches are numbered consecutively, and the contract mints each number once, so neither a crash nor a restored backup mints
 * anything twice. Returns the amount ordered.
 */
export async function orderMint({ database, chain, vault }: Pick<Services, 'database' | 'chain' | 'vault'>, now: Date): Promise<bigint> {
  if (vault === null) return 0n;
  const fromBlock = newestFinal(await chain.getBlockNumber());
  const room = await chain.getMintingRoom(vault.tokens.juf);
  const { rows } = await database.execute<{ amount: string }>(sql`
    insert into chain_order (id, kind, reference, token, recipient, amount, from_block, created_at)
    select ${v7({ msecs: now.getTime() })}, 'MINT', 'mint:' || (batches + 1), 'JUF', ${vault.address}, missing, ${fromBlock.toString()}, ${now.toISOString()}
      from (
        select count(*) as batches, coalesce(bool_or(o.status = 'PENDING'), false) as is_busy,
               least((select minted_juf from treasury_supply) - coalesce(sum(o.amount) filter (where o.status <> 'VOIDED'), 0), ${room.toString()}::numeric) as missing
          from chain_order o where o.kind = 'MINT'
      ) b where missing > 0 and not is_busy
    on conflict do nothing returning amount::text`);
  return BigInt(rows[0]?.amount ?? 0);
}
