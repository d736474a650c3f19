import { toDecimalString } from '../../../src/lib/amount.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { servicePools } from '../../../src/lib/api/contract/public-service.ts';
import { pooledAccount, type Token } from '../../ledger/account.ts';
import { accountBalance, kindBalance } from '../../ledger/balances.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { bonusPromises } from '../bonuses/bonus-promises.ts';

type Pool = DataOf<typeof servicePools>['pools'][number];

/** GET /dashboard/pools, an extension. */
export async function readServicePools({ database }: Pick<Services, 'database'>): Promise<DataOf<typeof servicePools>> {
  const [rewardsFree, rewardsPromised, insuranceFree, insurancePromised, bonuses, bonusesPromised] = await Promise.all([
    accountBalance(database, pooledAccount('REWARD_POOL_FREE'), 'JUF'),
    kindBalance(database, 'REWARD_POOL_RESERVED', 'JUF'),
    accountBalance(database, pooledAccount('INSURANCE_POOL_FREE'), 'USDT'),
    kindBalance(database, 'INSURANCE_POOL_RESERVED', 'USDT'),
    accountBalance(database, pooledAccount('BONUS_POOL'), 'USDT'),
    readPromisedBonuses(database),
  ]);
  return {
    pools: [
      poolOf('REWARDS', 'JUF', rewardsFree, rewardsPromised),
      poolOf('INSURANCE', 'USDT', insuranceFree, insurancePromised),
      // Unclaimed bonuses are part of the pool's balance.
      poolOf('BONUSES', 'USDT', bonuses - bonusesPromised, bonusesPromised),
    ],
  };
}

async function readPromisedBonuses(database: Services['database']): Promise<bigint> {
  const amounts = await Promise.all(
    bonusPromises.map(async (promise) => {
      const { rows } = await database.execute<{ amount: string }>(promise);
      return rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    }),
  );
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

function poolOf(kind: Pool['kind'], token: Token, free: bigint, promised: bigint): Pool {
  const whole = (amount: bigint): string => toDecimalString(amount, tokenDecimals[token]);
  return { kind, walletType: token, free: whole(free), promised: whole(promised) };
}
