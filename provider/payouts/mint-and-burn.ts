import { and, eq, gte, lt, ne, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Address } from 'viem';
import { sumOf } from '../db/columns.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import type { Economy } from '../economy.ts';
import { newestFinal } from '../finality.ts';
import { pooledAccount, promiseAccount, type Token } from '../ledger/account.ts';
import { accountBalance } from '../ledger/balances.ts';
import { postPending } from '../ledger/post.ts';
import type { Services } from '../provider-services.ts';
import { fromTokens } from '../token-amounts.ts';
import { startOfDay, startOfNextDay } from '../utc-day.ts';
import { readFreeInVault, readVaultHolding, takeTurnAtVault, type VaultHolding } from './payout-terms.ts';
import { chainOrder } from './schema.ts';

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

export interface Proceeds {
  /** Of the proposal that was approved, and of the order. */
  id: string;
  token: Token;
  amount: bigint;
  recipient: Address;
}

/** What keeps proceeds from being ordered, and the most that could be. */
export interface ProceedsRefusal {
  code: 'BEYOND_EARNED' | 'BEYOND_DAY' | 'BEYOND_VAULT';
  most: bigint;
}

/** What the operator may take out now: what fees and sales have earned, of that what is left of the day's limit, and what lies in the vault and isn't ordered. */
export async function refuseProceeds(
  database: Queryable,
  economy: Economy,
  { token, amount }: Pick<Proceeds, 'token' | 'amount'>,
  { holding, now }: { holding: VaultHolding; now: Date },
): Promise<ProceedsRefusal | null> {
  const { fees, treasury } = await readEarned(database, token);
  const bounds: readonly ProceedsRefusal[] = [
    { code: 'BEYOND_EARNED', most: fees + treasury },
    {
      code: 'BEYOND_DAY',
      most: fromTokens(economy.proceeds.dailyLimit[token], token) - (await orderedOn(database, token, now)),
    },
    { code: 'BEYOND_VAULT', most: await readFreeInVault(database, holding, token) },
  ];
  return bounds.find(({ most }) => amount > most) ?? null;
}

/**
 * Approves a proposal of proceeds and orders their payment from the vault. One after another, so that the day's limit holds. The database knows the amount
 * and the recipient from the proposal, and refuses whoever made it.
 */
export async function orderProceeds(
  tx: Transaction,
  economy: Economy,
  proceeds: Proceeds,
  at: { holding: VaultHolding; now: Date },
): Promise<ProceedsRefusal | null> {
  const { id, token } = proceeds;
  await takeTurnAtVault(tx, token);
  const refusal = await refuseProceeds(tx, economy, proceeds, at);
  if (refusal !== null) return refusal;
  await tx.execute(sql`select staff.order_proceeds(${id}, ${at.holding.atBlock.toString()})`);
  return null;
}

async function readEarned(database: Queryable, token: Token): Promise<{ fees: bigint; treasury: bigint }> {
  return {
    fees: await accountBalance(database, pooledAccount('FEES'), token),
    treasury: await accountBalance(database, pooledAccount('TREASURY'), token),
  };
}

async function orderedOn(database: Queryable, token: Token, now: Date): Promise<bigint> {
  const [row] = await database
    .select({ sum: sumOf(chainOrder.amount) })
    .from(chainOrder)
    .where(
      and(
        eq(chainOrder.kind, 'PROCEEDS'),
        eq(chainOrder.token, token),
        ne(chainOrder.status, 'VOIDED'),
        gte(chainOrder.createdAt, startOfDay(now)),
        lt(chainOrder.createdAt, startOfNextDay(now)),
      ),
    );
  return row?.sum ?? 0n;
}
