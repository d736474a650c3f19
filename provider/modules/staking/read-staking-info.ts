import type { stakingInfo } from '../../../src/lib/api/contract/staking.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Economy } from '../../economy.ts';
import { pooledAccount } from '../../ledger/account.ts';
import { accountBalance, kindBalance } from '../../ledger/balances.ts';
import type { Services } from '../../provider-services.ts';
import { formatJu, formatJuf } from './present-stake.ts';
import { readHeldStakes } from './read-stakes.ts';
import { accruedOf, type Stake, statusOf } from './stake.ts';
import { readTurboPrice } from './read-turbo-price.ts';
import { periodsOf, tiersOf } from './staking-offer.ts';

type StakingInfo = DataOf<typeof stakingInfo>;

/** GET /staking/info */
export async function readStakingInfo(
  { database, economy, termsNumber, clock, prices }: Pick<Services, 'database' | 'economy' | 'termsNumber' | 'clock' | 'prices'>,
  memberId: string,
): Promise<StakingInfo> {
  const now = clock();
  const [stakes, free, reserved, turboPrice] = await Promise.all([
    readHeldStakes(database, memberId),
    accountBalance(database, pooledAccount('REWARD_POOL_FREE'), 'JUF'),
    kindBalance(database, 'REWARD_POOL_RESERVED', 'JUF'),
    readTurboPrice(prices, economy, now),
  ]);
  const { perJuf, boostPerUnit, durationDays } = economy.staking.turbo;
  return {
    currentStaking: sumUp(stakes, economy, now),
    tierList: tiersOf(economy).map(({ id, name, minJuf, multiplier, maxTurbo }) => ({ id, name, minAmount: minJuf, multiplier, maxTurbo })),
    periodList: periodsOf(economy),
    turboChargeInfo: { walletType: 'JU', pricePerUnit: formatJu(turboPrice.shown), perJuf, boostPerUnit, durationDays },
    rewardPool: { free: formatJuf(free), reserved: formatJuf(reserved) },
    terms: termsNumber,
  };
}

/** Totals over everything that isn't withdrawn, matured stakes included; the tier is the highest of those still running. */
function sumUp(stakes: readonly Stake[], economy: Economy, now: Date): StakingInfo['currentStaking'] {
  const sum = (of: (stake: Stake) => bigint): string => formatJuf(stakes.reduce((total, stake) => total + of(stake), 0n));
  const active = stakes.filter(({ row }) => statusOf(row, now) === 'ACTIVE');
  const highest = tiersOf(economy).findLast(({ code }) => active.some(({ row }) => row.tierCode === code));
  return {
    total: sum(({ row }) => row.amount),
    positions: stakes.length,
    accruedRoi: sum((stake) => accruedOf(stake, now)),
    claimedRoi: sum(({ row }) => row.claimedRoi),
    tier: highest?.name ?? null,
  };
}
