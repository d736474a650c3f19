import { mulDivFloor, toDecimalString } from '../../../src/lib/amount.ts';
import type { jufPriceByHour } from '../../../src/lib/api/contract/dashboard.ts';
import type { SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { servicePools, serviceStatus, serviceTerms } from '../../../src/lib/api/contract/public-service.ts';
import { BASIS_POINTS } from '../../../src/lib/basis-points.ts';
import { ChainUnavailable } from '../../chain-client.ts';
import type { Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { type PooledAccountKind, pooledAccount, type Token } from '../../ledger/account.ts';
import { accountBalance, kindBalance } from '../../ledger/balances.ts';
import { currentPrices, PRICE_DECIMALS, type PricePoint } from '../../price/read-price.ts';
import type { Services } from '../../provider-services.ts';
import { inTokens } from '../../token-amounts.ts';
import { bonusPromise } from '../promises.ts';
import { listTiers } from '../staking/list-stakes.ts';
import { periodsOf } from '../staking/purchase-stake.ts';
import { capOf, listPackages, readMinting } from '../treasury/treasury-supply.ts';

type Block = SentDataOf<typeof serviceStatus>['block'];

/** GET /dashboard/status, an extension. */
export async function readServiceStatus(
  services: Pick<Services, 'clock' | 'prices'> & { chain: Pick<Services['chain'], 'getLatestBlock'> },
): Promise<SentDataOf<typeof serviceStatus>> {
  const [block, prices] = await Promise.all([readBlock(services), currentPrices(services.prices, services.clock())]);
  return { at: services.clock().toISOString(), block, jufPriceAt: prices.JUF?.at.toISOString() ?? null };
}

async function readBlock({ chain }: { chain: Pick<Services['chain'], 'getLatestBlock'> }): Promise<Block> {
  try {
    const { number, at } = await chain.getLatestBlock();
    return { number: Number(number), at: at.toISOString() };
  } catch (error) {
    if (error instanceof ChainUnavailable) return null;
    throw error;
  }
}

type Pool = SentDataOf<typeof servicePools>['pools'][number];

/** GET /dashboard/pools, an extension. */
export async function readServicePools({ database }: Pick<Services, 'database'>): Promise<SentDataOf<typeof servicePools>> {
  const read = async (tx: Transaction): Promise<Pool[]> => {
    const freeOf = (kind: PooledAccountKind, token: Token): Promise<bigint> => accountBalance(tx, pooledAccount(kind), token);
    const promised = await readPromisedBonuses(tx);
    return [
      poolOf('REWARDS', 'JUF', await freeOf('REWARD_POOL_FREE', 'JUF'), await kindBalance(tx, 'REWARD_POOL_RESERVED', 'JUF')),
      poolOf('INSURANCE', 'USDT', await freeOf('INSURANCE_POOL_FREE', 'USDT'), await kindBalance(tx, 'INSURANCE_POOL_RESERVED', 'USDT')),
      // Unclaimed bonuses are part of the pool's balance.
      poolOf('BONUSES', 'USDT', (await freeOf('BONUS_POOL', 'USDT')) - promised, promised),
    ];
  };
  // All as of one moment: a bonus that is claimed between two reads would count on both sides, or make less than nothing of the rest.
  return { pools: await inTransaction(database, read, { isolation: 'repeatable read', readOnly: true }) };
}

async function readPromisedBonuses(tx: Transaction): Promise<bigint> {
  const { rows } = await tx.execute<{ amount: string }>(bonusPromise);
  return rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

function poolOf(kind: Pool['kind'], token: Token, free: bigint, promised: bigint): Pool {
  const whole = (amount: bigint): string => inTokens(amount, token);
  return { kind, walletType: token, free: whole(free), promised: whole(promised) };
}

type Terms = SentDataOf<typeof serviceTerms>;
type Minting = Awaited<ReturnType<typeof readMinting>>;

/** GET /dashboard/terms, an extension: the public part of the economy. */
export async function readServiceTerms(services: Pick<Services, 'database' | 'economy' | 'language' | 'prices'>): Promise<Terms> {
  const { database, economy } = services;
  const minting = await readMinting(database, economy);
  const { contractCapJuf } = minting;
  const { treasury, insurance, staking, pools, bonuses, transfer, orders } = economy;
  const { premiumRate, days, maxPayoutRate, noCancelDays } = insurance;
  return {
    treasury: {
      packages: treasury.packages.map(({ discountRate, vestingDays }) => ({ discountRate, vestingDays })),
      maxMintingCap: inTokens(capOf(economy, contractCapJuf), 'JUF'),
    },
    insurance: { premiumRate, days, maxPayoutRate, noCancelDays },
    staking: { periods: staking.periods.map((period) => ({ days: period.days, apr: period.apr })) },
    pools: { ...pools },
    bonuses: { ...bonuses },
    transfer: { feeRate: transfer.feeRate, payoutFee: { ...transfer.payoutFee } },
    orders: { ...orders },
    ways: await readWays(services, minting),
  };
}

type Ways = NonNullable<Terms['ways']>;

async function readWays(
  services: Pick<Services, 'database' | 'economy' | 'language' | 'prices'>,
  { mintedJuf, contractCapJuf }: Minting,
): Promise<Ways> {
  const { database, economy, prices } = services;
  const [packages, rewardPoolFree, reserves] = await Promise.all([
    listPackages(services),
    accountBalance(database, pooledAccount('REWARD_POOL_FREE'), 'JUF'),
    prices.jufReserves(),
  ]);
  const left = capOf(economy, contractCapJuf) - mintedJuf;
  // A sale also mints the reward pool's share of it.
  const sellable = left < 0n ? 0n : mulDivFloor(left, BASIS_POINTS, BASIS_POINTS + BigInt(economy.pools.rewardMintShareOfSold));
  return {
    packages: packages
      .filter(({ status }) => status === 'OPEN')
      .map(({ id, name, minAmount, maxAmount, discountRate, vestingDays }) => ({
        id,
        name,
        minAmount,
        maxAmount,
        discountRate,
        vestingDays,
      })),
    sellableJuf: inTokens(sellable, 'JUF'),
    periods: periodsOf(economy),
    tiers: listTiers(services),
    rewardPoolFree: inTokens(rewardPoolFree, 'JUF'),
    exchange: reserves && {
      juf: inTokens(reserves.base, 'JUF'),
      usdt: inTokens(reserves.quote, 'USDT'),
    },
  };
}

/** A day, plus the hour before it, which its change is computed from. */
const DAY = { step: 'HOUR', count: 25 } as const;

/** GET /dashboard/jufPriceByHour, an extension. */
export async function readPriceByHour({ prices, clock }: Services): Promise<SentDataOf<typeof jufPriceByHour>> {
  const hours = await prices.jufHistory(DAY, clock());
  return { jufPriceByHour: hours.map(presentPricePoint) };
}

/** A historical price in the contract's format. */
export function presentPricePoint({ at, price18 }: PricePoint): { time: string; price: string } {
  return { time: at.toISOString(), price: toDecimalString(price18, PRICE_DECIMALS) };
}
