import type { Queryable } from '../../db/database.ts';
import { TOKENS } from '../../ledger/account.ts';
import { balancesAt } from '../../ledger/balances.ts';
import { stakedCapitalAt } from '../staking/stake.ts';
import { owedJufAt } from '../vesting/claim-juf.ts';
import type { Holding } from './read-portfolio.ts';

/** What a member owned at the end of each of the moments, in their order: each token's balance, stakes, and what purchases owed. */
export async function holdingsAt(database: Queryable, memberId: string, moments: readonly Date[]): Promise<Holding[][]> {
  const balances = await balancesAt(database, memberId, moments);
  const staked = await stakedCapitalAt(database, memberId, moments);
  const owed = await owedJufAt(database, memberId, moments);
  return moments.map((_, index) => [
    ...TOKENS.map((token): Holding => ({ kind: 'WALLET', token, held: balances[index]?.[token] ?? 0n })),
    { kind: 'STAKED', token: 'JUF', held: staked[index] ?? 0n },
    { kind: 'VESTING', token: 'JUF', held: owed[index] ?? 0n },
  ]);
}
