import { type PackageCode, type RoleCode } from '../../economy.ts';
import { type Token } from '../../ledger/account.ts';
import { type CodeReward } from '../../modules/codes/issue-activation-codes.ts';

/** What a member does. Amounts are decimal strings; what a member turns out not to be able to do, such as to claim where there is nothing, is left out. */
export type MemberAct =
  | { do: 'JOIN' }
  | { do: 'TAKE_NAME' }
  | { do: 'DEPOSIT'; token: Token; amount: string }
  | { do: 'BUY_JUF'; code: PackageCode; usdt: string; insured: boolean }
  | { do: 'CLAIM_JUF' }
  /** The one that was bought first. */
  | { do: 'CANCEL_INSURANCE' }
  | { do: 'STAKE'; amount: { juf: string } | { percentOfAvailable: number }; days: number }
  /** The stake that was begun last. */
  | { do: 'CHARGE_TURBO'; units: number }
  | { do: 'CLAIM_ROI' }
  /** Of the stake that matured first. */
  | { do: 'WITHDRAW_CAPITAL' }
  | { do: 'BUY_ROLE'; code: RoleCode }
  | { do: 'CLAIM_PRIVILEGE' }
  | { do: 'CLAIM_BONUS' }
  | { do: 'CLAIM_POINTS' }
  | { do: 'BUY_POINTS'; points: number }
  | { do: 'TRANSFER'; to: number; token: Token; amount: string; remark: string }
  | { do: 'USE_CODE'; kind: CodeReward['kind'] }
  | { do: 'VOTE'; option: number };

/** What the operator does. */
export type OperatorAct =
  | { do: 'FUND_POOL'; pool: 'REWARD_POOL_FREE' | 'INSURANCE_POOL_FREE'; amount: string }
  | { do: 'ISSUE_CODES'; count: number; reward: CodeReward; days: number };

/**
 * Who acts (by place in the cast; null for the operator and the provider itself) and what. What stands alone is done by functions that open
 * transactions of their own. `NAME_SPONSOR` is for who joined without an invitation.
 */
export type Deed =
  | { who: number; act: MemberAct }
  | { who: null; act: OperatorAct }
  | { who: number; alone: 'NAME_SPONSOR' }
  | { who: null; alone: 'RUN_JOBS' };

/** When something was: so long before the story's end, or at an hour of a UTC day that many days before the day of the end. */
export type When = { daysAgo: number } | { utcDaysAgo: number; hour: number };

export type Moment = { when: When } & Deed;
export type Scene = { at: Date } & Deed;
