import { and, eq, sql } from 'drizzle-orm';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Queryable } from '../../db/database.ts';
import { pooledAccount } from '../../ledger/account.ts';
import { accountBalance } from '../../ledger/balances.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { isEarned } from './earned-bonus.ts';
import { bonus, type SaleKind } from './schema.ts';

export interface BonusSum {
  kind: SaleKind;
  level: number;
  claimed: boolean;
  amount: bigint;
}

const LEVELS = [1, 2, 3];
const KINDS: readonly SaleKind[] = ['TREASURY', 'ROLE'];

/** GET /profile/bonusInfo */
export async function readBonusInfo({ database, clock }: Services, memberId: string): Promise<DataOf<(typeof contract)['bonusInfo']>> {
  const [sums, pool] = await Promise.all([
    sumBonuses(database, memberId, clock()),
    accountBalance(database, pooledAccount('BONUS_POOL'), 'USDT'),
  ]);
  const of = (isWanted: (sum: BonusSum) => boolean): string => format(totalOf(sums.filter(isWanted)));
  return {
    totalEarned: of(() => true),
    claimed: of(({ claimed }) => claimed),
    claimable: of(({ claimed }) => !claimed),
    byLevel: LEVELS.map((level) => ({ level, amount: of((sum) => sum.level === level) })),
    byKind: KINDS.map((kind) => ({ kind, amount: of((sum) => sum.kind === kind) })),
    pool: format(pool),
  };
}

/** What a member has earned, in USDT base units. */
export async function sumBonuses(database: Queryable, memberId: string, now: Date): Promise<BonusSum[]> {
  const claimed = sql<boolean>`${bonus.claimId} is not null`;
  return database
    .select({
      kind: bonus.kind,
      level: bonus.level,
      claimed,
      amount: sql`sum(${bonus.amount}::numeric)`.mapWith((value: string) => BigInt(value)),
    })
    .from(bonus)
    .where(and(eq(bonus.memberId, memberId), isEarned(now)))
    .groupBy(bonus.kind, bonus.level, claimed);
}

export function totalOf(sums: readonly BonusSum[]): bigint {
  return sums.reduce((total, { amount }) => total + amount, 0n);
}

function format(amount: bigint): string {
  return toDecimalString(amount, tokenDecimals.USDT);
}
