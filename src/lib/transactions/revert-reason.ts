/** Why the chain would undo a transaction, as far as it can be told in words. */
export const revertReasons = [
  'PRICE_MOVED',
  'EXPIRED',
  'NO_LIQUIDITY',
  'INSUFFICIENT_BALANCE',
  'INSUFFICIENT_ALLOWANCE',
  /** The account cannot pay for what is sent and the network's fee. */
  'INSUFFICIENT_FUNDS',
  'OTHER',
] as const;

export type RevertReason = (typeof revertReasons)[number];
