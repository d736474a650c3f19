export type FindingCode =
  | 'BONUSES_EXCEED_ROLE_PRICE'
  | 'BONUSES_NEVER_PAID'
  | 'PRIVILEGES_FOR_NOTHING'
  | 'PRIVILEGES_OUTYIELD_STAKING'
  | 'PRIVILEGES_CHEAPER_SPLIT'
  | 'VOTES_FOR_NOTHING'
  | 'VOTES_CHEAPER_THAN_PACKAGES'
  | 'TURBO_RETURNS_MORE_THAN_IT_COSTS'
  | 'DISCOUNT_OUTYIELDS_STAKING'
  | 'STAKES_EARN_MORE_SPLIT'
  | 'SHORT_STAKES_EARN_MORE';

/** A way to take out more than was put in, or a promise that is never kept. */
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
