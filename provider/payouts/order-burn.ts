import type { Address } from 'viem';
import { v7 } from 'uuid';
import type { Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { sql } from 'drizzle-orm';
import { pooledAccount, promiseAccount } from '../ledger/account.ts';
import { accountBalance } from '../ledger/balances.ts';
import { postPending } from '../ledger/post.ts';
import type { Services } from '../provider-services.ts';
import { readFreeInVault, readVaultHolding, takeTurnAtVault, type VaultHolding } from './read-vault.ts';

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
