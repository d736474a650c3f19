import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Address } from 'viem';
import type { Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { newestFinal } from '../finality.ts';
import { pooledAccount, promiseAccount } from '../ledger/account.ts';
import { accountBalance } from '../ledger/balances.ts';
import { postPending } from '../ledger/post.ts';
import type { Services } from '../provider-services.ts';
import { readFreeInVault, readVaultHolding, takeTurnAtVault, type VaultHolding } from './payout-terms.ts';

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

/** Its key is unknown, so tokens that arrive there are gone. */
export const BURN_ADDRESS: Address = '0x000000000000000000000000000000000000dEaD';

/** Less isn't worth the gas. */
const LEAST_JU = 10n ** 18n;

/** Orders that JU burned in the ledger permanently leaves the vault. One batch after another, numbered like JUF's. Returns the amount. */
export async function orderBurn(services: Pick<Services, 'database' | 'chain' | 'vault'>, now: Date): Promise<bigint> {
  const { database } = services;
  if (services.vault === null || (await accountBalance(database, pooledAccount('BURNED'), 'JU')) < LEAST_JU) return 0n;
  const holding = await readVaultHolding(services, 'JU');
  return holding === null ? 0n : inTransaction(database, (tx) => order(tx, holding, now));
}

async function order(tx: Transaction, holding: VaultHolding, now: Date): Promise<bigint> {
  await takeTurnAtVault(tx, 'JU');
  const amount = await accountBalance(tx, pooledAccount('BURNED'), 'JU');
  if (amount < LEAST_JU || amount > (await readFreeInVault(tx, holding, 'JU'))) return 0n;
  const id = v7({ msecs: now.getTime() });
  const { rowCount } = await tx.execute(sql`
    insert into chain_order (id, kind, reference, token, recipient, amount, from_block, created_at)
    select ${id}, 'BURN', 'burn:' || (count(*) + 1), 'JU', ${BURN_ADDRESS}, ${amount.toString()}, ${holding.atBlock.toString()}, ${now.toISOString()}
      from chain_order where kind = 'BURN'
    on conflict do nothing`);
  if (rowCount !== 1) return 0n;
  await postPending(tx, {
    id,
    kind: 'ADJUSTMENT',
    occurredAt: now,
    remark: 'burned on the chain',
    entries: [
      { account: pooledAccount('BURNED'), token: 'JU', amountBaseUnits: -amount },
      { account: promiseAccount('PAYOUT_IN_TRANSIT', id), token: 'JU', amountBaseUnits: amount },
    ],
  });
  return amount;
}
