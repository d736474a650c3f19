import { and, eq, gte, lt, ne, sql } from 'drizzle-orm';
import type { Address } from 'viem';
import { fromDecimalString } from '../../src/lib/amount.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { Economy } from '../economy.ts';
import { pooledAccount, promiseAccount, type Token } from '../ledger/account.ts';
import { accountBalance } from '../ledger/balances.ts';
import { postPending } from '../ledger/post.ts';
import { tokenDecimals } from '../token-decimals.ts';
import { startOfDay, startOfNextDay } from '../utc-day.ts';
import { readFreeInVault, takeTurnAtVault, type VaultHolding } from './payout-terms.ts';
import { chainOrder } from './schema.ts';

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
      most: fromDecimalString(economy.proceeds.dailyLimit[token], tokenDecimals[token]) - (await orderedOn(database, token, now)),
    },
    { code: 'BEYOND_VAULT', most: await readFreeInVault(database, holding, token) },
  ];
  return bounds.find(({ most }) => amount > most) ?? null;
}

/**
 * Takes proceeds out of fees and treasury, fees first because the treasury bears losses, and orders their payment from the vault. One after another, so that
 * the day's limit holds. The database takes an order only if its proposal was approved by another person.
 */
export async function orderProceeds(
  tx: Transaction,
  economy: Economy,
  proceeds: Proceeds,
  at: { holding: VaultHolding; now: Date },
): Promise<ProceedsRefusal | null> {
  const { id, token, amount, recipient } = proceeds;
  await takeTurnAtVault(tx, token);
  const refusal = await refuseProceeds(tx, economy, proceeds, at);
  if (refusal !== null) return refusal;
  const { fees } = await readEarned(tx, token);
  const fromFees = fees < amount ? fees : amount;
  await postPending(tx, {
    id,
    kind: 'ADJUSTMENT',
    occurredAt: at.now,
    remark: 'proceeds withdrawn',
    entries: [
      ...(fromFees > 0n ? [{ account: pooledAccount('FEES'), token, amountBaseUnits: -fromFees }] : []),
      ...(fromFees < amount ? [{ account: pooledAccount('TREASURY'), token, amountBaseUnits: fromFees - amount }] : []),
      { account: promiseAccount('PAYOUT_IN_TRANSIT', id), token, amountBaseUnits: amount },
    ],
  });
  await tx.insert(chainOrder).values({
    id,
    kind: 'PROCEEDS',
    reference: `proceeds:${id}`,
    token,
    recipient,
    amount,
    fromBlock: at.holding.atBlock,
    createdAt: at.now,
  });
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
    .select({ sum: sql`coalesce(sum(${chainOrder.amount}::numeric), 0)`.mapWith((value: string) => BigInt(value)) })
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
