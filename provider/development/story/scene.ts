import type { PackageCode, RoleCode } from '../../economy.ts';
import type { Token } from '../../ledger/account.ts';
import type { CodeReward } from '../../modules/codes/issue-activation-codes.ts';

/** A member's act. Amounts are decimal strings. Acts that turn out to be impossible, such as a claim with nothing due, are skipped. */
export type MemberAct =
  | { do: 'JOIN' }
  | { do: 'TAKE_NAME' }
  | { do: 'DEPOSIT'; token: Token; amount: string }
  | { do: 'BUY_JUF'; code: PackageCode; usdt: string; insured: boolean }
  | { do: 'CLAIM_JUF' }
  /** Cancels the earliest one bought. */
  | { do: 'CANCEL_INSURANCE' }
  | { do: 'STAKE'; amount: { juf: string } | { percentOfAvailable: number }; days: number }
  /** Charges the newest stake. */
  | { do: 'CHARGE_TURBO'; units: number }
  | { do: 'CLAIM_ROI' }
  /** Withdraws the stake that matured first. */
  | { do: 'WITHDRAW_CAPITAL' }
  | { do: 'BUY_ROLE'; code: RoleCode }
  | { do: 'CLAIM_PRIVILEGE' }
  | { do: 'CLAIM_BONUS' }
  | { do: 'CLAIM_POINTS' }
  | { do: 'BUY_POINTS'; points: number }
  | { do: 'TRANSFER'; to: number; token: Token; amount: string; remark: string }
  | { do: 'USE_CODE'; kind: CodeReward['kind'] }
  | { do: 'VOTE'; option: number };

/** The operator's acts. */
export type OperatorAct =
  | { do: 'FUND_POOL'; pool: 'REWARD_POOL_FREE' | 'INSURANCE_POOL_FREE'; amount: string }
  | { do: 'ISSUE_CODES'; count: number; reward: CodeReward; days: number };

/**
 * The actor (index in the cast; null for the operator and the provider itself) and the act. Acts that use their own transactions stand
 * alone. `NAME_SPONSOR` is for members who joined without an invitation.
 */
export type Deed =
  | { who: number; act: MemberAct }
  | { who: null; act: OperatorAct }
  | { who: number; alone: 'NAME_SPONSOR' }
  | { who: null; alone: 'RUN_JOBS' };

/** A moment: that long before the story's end, or at an hour of a UTC day that many days before the end's day. */
export type When = { daysAgo: number } | { utcDaysAgo: number; hour: number };

export type Moment = { when: When } & Deed;
export type Scene = { at: Date } & Deed;
