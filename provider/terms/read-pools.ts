import { sql } from 'drizzle-orm';
import { mulDivFloor, toDecimalString } from '../../src/lib/amount.ts';
import { BASIS_POINTS } from '../../src/lib/basis-points.ts';
import type { Queryable } from '../db/database.ts';
import type { Economy } from '../economy.ts';
import { pooledAccount } from '../ledger/account.ts';
import { accountBalance, kindBalance } from '../ledger/balances.ts';
import { capacityOf } from '../modules/insurance/insurance-terms.ts';
import { capOf, readMinting } from '../modules/treasury/treasury-supply.ts';
import { greatestBonus } from './find-contradictions.ts';

/** The pools' balances in base units, and how much of them is promised. */
export interface Pools {
  rewardFree: bigint;
  rewardReserved: bigint;
  /** The privileges of purchased roles at their next date. */
  privilegesJuf: bigint;
  bonusPool: bigint;
  bonusesUnclaimed: bigint;
  insuranceFree: bigint;
  insuranceReserved: bigint;
  minting: { mintedJuf: bigint; contractCapJuf: bigint | null };
  /** The best rates among the roles that members hold. */
  heldRates: { bonusRates: [number, number, number] }[];
}

export async function readPools(database: Queryable, economy: Economy): Promise<Pools> {
  const of = (kind: 'REWARD_POOL_FREE' | 'BONUS_POOL' | 'INSURANCE_POOL_FREE', token: 'JUF' | 'USDT'): Promise<bigint> =>
    accountBalance(database, pooledAccount(kind), token);
  const [rewardFree, bonusPool, insuranceFree] = [
    await of('REWARD_POOL_FREE', 'JUF'),
    await of('BONUS_POOL', 'USDT'),
    await of('INSURANCE_POOL_FREE', 'USDT'),
  ];
  const { rows } = await database.execute<{ privileges: string; unclaimed: string; rates: Pools['heldRates'] }>(sql`select
    (select coalesce(sum(juf), 0) * 10::numeric ^ 18 from (
       select max((bought.terms -> 'privilege' ->> 'juf')::numeric) as juf
         from member_role r join terms_role bought on bought.terms_number = coalesce(r.terms_number, 1) and bought.code = r.role_code
        where r.member_id in (select member_id from member_role where source = 'PURCHASED') group by r.member_id) each_member)::numeric(78, 0)::text as privileges,
    (select coalesce(sum(amount::numeric), 0) from bonus where claim_id is null)::text as unclaimed,
    (select coalesce(json_agg(json_build_object('bonusRates', bought.terms -> 'bonusRates')), '[]') from terms_role bought
      where exists (select from member_role r where coalesce(r.terms_number, 1) = bought.terms_number and r.role_code = bought.code)) as rates`);
  const [row] = rows;
  if (row === undefined) throw new Error('the database counted nothing');
  return {
    rewardFree,
    rewardReserved: await kindBalance(database, 'REWARD_POOL_RESERVED', 'JUF'),
    privilegesJuf: BigInt(row.privileges),
    bonusPool,
    bonusesUnclaimed: BigInt(row.unclaimed),
    insuranceFree,
    insuranceReserved: await kindBalance(database, 'INSURANCE_POOL_RESERVED', 'USDT'),
    minting: await readMinting(database, economy),
    heldRates: row.rates,
  };
}

/** What the pools promise under the terms compared with their balances, line by line. */
export function describePools(pools: Pools, before: Economy, after: Economy): string[] {
  const juf = (amount: bigint): string => `${toDecimalString(amount, 18)} JUF`;
  const usdt = (amount: bigint): string => `${toDecimalString(amount, 6)} USDT`;
  const changed = (of: (economy: Economy) => string): string =>
    of(before) === of(after) ? of(after) : `${of(after)} (until now ${of(before)})`;
  return [
    `Reward pool: ${juf(pools.rewardFree)} free, ${juf(pools.rewardReserved)} promised. Roles that were bought bring ${juf(pools.privilegesJuf)} at their next date. What is free carries new stakes of ${changed((economy) => juf(mostStaked(pools.rewardFree, economy)))} at the best rate.`,
    `Bonus pool: ${usdt(pools.bonusPool)} held, ${usdt(pools.bonusesUnclaimed)} promised. A sale puts in ${changed((economy) => `${economy.pools.bonusShareOfSales} bp`)}, and pays ${changed((economy) => `${greatestBonus([...economy.roles, ...pools.heldRates])} bp`)} at most.`,
    `Insurance pool: ${usdt(pools.insuranceFree)} free, ${usdt(pools.insuranceReserved)} promised. What is free insures purchases of ${changed((economy) => usdt(capacityOf(pools.insuranceFree, economy)))}.`,
    `Minting: ${juf(pools.minting.mintedJuf)} of at most ${changed((economy) => juf(capOf(economy, pools.minting.contractCapJuf)))} are minted or sold.`,
  ];
}

/** The period and tier that cost the pool most per JUF staked. */
function mostStaked(free: bigint, { staking }: Economy): bigint {
  const best =
    Math.max(0, ...staking.periods.map(({ apr, days }) => apr * days)) * Math.max(0, ...staking.tiers.map(({ multiplier }) => multiplier));
  return best === 0 ? free : mulDivFloor(free, BASIS_POINTS * BASIS_POINTS * 365n, BigInt(best));
}
