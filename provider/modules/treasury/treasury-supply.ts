import { fromDecimalString } from '../../../src/lib/amount.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import type { Economy } from '../../economy.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { packageId } from './find-package.ts';
import { treasuryPackage, type treasuryPurchase, treasurySupply } from './schema.ts';

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

/** The lower of the caps in the terms and the contract. */
export function capOf({ treasury }: Economy, contractCapJuf: bigint | null): bigint {
  const cap = fromDecimalString(treasury.maxMintingCapJuf, tokenDecimals.JUF);
  return contractCapJuf !== null && contractCapJuf < cap ? contractCapJuf : cap;
}

interface Sale {
  purchase: typeof treasuryPurchase.$inferInsert;
  /** What is minted to the reward pool with it. */
  rewardJuf: bigint;
}

/**
 * Mints what a purchase needs if the cap allows it, counts it as sold and stores the purchase; otherwise returns false and writes nothing. Nobody else mints
 * until the transaction ends, so this is the last that a sale writes.
 */
export async function sellWithinCap({ $client: client }: Transaction, economy: Economy, { purchase, rewardJuf }: Sale): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'treasury_sell',
    text: `
      with minted as (
        update treasury_supply set minted_juf = minted_juf + $1::numeric
         where coalesce(elsewhere_juf, $2::numeric) + minted_juf + $1::numeric <= least($3::numeric, contract_cap_juf) returning id
      ), sold as (
        update treasury_package set sold_juf = sold_juf + $9::numeric where id = $6 and exists (select from minted)
      )
      insert into treasury_purchase (id, member_id, package_id, transaction_id, paid_usdt, price18, juf, power_per_juf, vesting_seconds, created_at)
      select $4::uuid, $5::uuid, $6::uuid, $7::uuid, $8::numeric, $10::numeric, $9::numeric, $11::numeric, $12::integer, $13::timestamptz from minted`,
    values: [
      (purchase.juf + rewardJuf).toString(),
      fromDecimalString(economy.treasury.mintedBeforeSalesJuf, tokenDecimals.JUF).toString(),
      capOf(economy, null).toString(),
      purchase.id,
      purchase.memberId,
      purchase.packageId,
      purchase.transactionId,
      purchase.paidUsdt.toString(),
      purchase.juf.toString(),
      purchase.price18.toString(),
      purchase.powerPerJuf.toString(),
      purchase.vestingSeconds,
      purchase.createdAt.toISOString(),
    ],
  });
  return rowCount === 1;
}

/** Offers the packages that the economy has and the database doesn't yet. What an operator closed stays closed. */
export async function openTreasury(database: Queryable, { treasury }: Economy): Promise<void> {
  const packages = treasury.packages.map(({ code }) => ({ id: packageId(code), code }));
  if (packages.length > 0) await database.insert(treasuryPackage).values(packages).onConflictDoNothing();
}
