/**
 * What is wrong with it: several accounts get more than one would, somebody gets more than it costs, nobody can get back what it costs, or one offer makes
 * another pointless though nobody takes out more than was put in.
 */
export type FindingKind = 'SPLITTING' | 'GAIN' | 'LOSS' | 'ODD';

export const FINDING_KINDS = {
  BONUSES_EXCEED_ROLE_PRICE: 'SPLITTING',
  BONUSES_NEVER_PAID: 'ODD',
  PRIVILEGES_FOR_NOTHING: 'GAIN',
  PRIVILEGES_PAY_BACK_LATE: 'LOSS',
  PRIVILEGES_OUTYIELD_STAKING: 'SPLITTING',
  PRIVILEGES_CHEAPER_SPLIT: 'SPLITTING',
  VOTES_FOR_NOTHING: 'GAIN',
  VOTES_CHEAPER_THAN_PACKAGES: 'ODD',
  TURBO_COSTS_MORE_THAN_IT_RETURNS: 'LOSS',
  TURBO_EARNS_MORE_SPLIT: 'SPLITTING',
  TURBO_OUTYIELDS_LONG_STAKES: 'ODD',
  DISCOUNT_OUTYIELDS_STAKING: 'ODD',
  STAKES_EARN_MORE_SPLIT: 'SPLITTING',
  SHORT_STAKES_EARN_MORE: 'ODD',
  LEVELS_SAVE_LESS_HIGHER: 'LOSS',
} as const satisfies Record<string, FindingKind>;

export type FindingCode = keyof typeof FINDING_KINDS;

/** A way to take out more than was put in, an offer that can't be worth its price, or a promise that is never kept. */
export interface Finding {
  code: FindingCode;
  what: string;
  /** The gain, in words an operator can check. */
  gain: string;
  /** Paths of the terms that cause it. */
  terms: readonly string[];
}

export type Benefit = 'BONUSES' | 'PRIVILEGES' | 'VOTES' | 'TURBO' | 'DISCOUNTS' | 'STAKING' | 'INSURANCE' | 'FEES';

/** The result of the best plan of a person with any number of accounts for one benefit, at constant prices. */
export interface Assessment {
  benefit: Benefit;
  /** The cheapest way to get it. */
  plan: string;
  brings: string;
  findings: readonly Finding[];
}
