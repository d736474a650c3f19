import type { TransactionKind } from '../../lib/api/contract/transaction.ts';

/** The page to view a movement on; kinds not listed go to the full history. */
const PAGES: Partial<Record<TransactionKind, string>> = {
  TREASURY_PURCHASE: '/treasury',
  VESTING_CLAIM: '/treasury',
  STAKE: '/staking',
  ROI: '/staking',
  CAPITAL: '/staking',
  TURBO: '/staking',
  BONUS: '/profile/bonuses',
  ROLE: '/profile/roles',
  PRIVILEGE: '/profile/roles',
  SCORE: '/profile/score',
  PREMIUM: '/swap',
  PREMIUM_REFUND: '/swap',
  INSURANCE_PAYOUT: '/swap',
};

export function activityPage(kind: TransactionKind): string {
  return PAGES[kind] ?? '/wallet/history';
}
