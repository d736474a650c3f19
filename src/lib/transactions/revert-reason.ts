/** Why the chain would revert a transaction, as far as there is a text for it. */
export const revertReasons = [
  'PRICE_MOVED',
  'EXPIRED',
  'NO_LIQUIDITY',
  'INSUFFICIENT_BALANCE',
  'INSUFFICIENT_ALLOWANCE',
  /** The account can't pay for the amount plus the network's fee. */
  'INSUFFICIENT_FUNDS',
  'OTHER',
] as const;

export type RevertReason = (typeof revertReasons)[number];
