/** Every code an answer can carry, with its HTTP status. 401 and 403 only ever mean the session, because the app signs out on them. */
export const errorStatuses = {
  VALIDATION_FAILED: 400,
  UNAUTHENTICATED: 401,
  MEMBER_BLOCKED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  IDEMPOTENCY_KEY_REUSED: 409,
  POOL_DRAINED: 409,
  PRICE_UNAVAILABLE: 409,
  BODY_TOO_LARGE: 413,
  CONTENT_TYPE_UNSUPPORTED: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  CHAIN_UNAVAILABLE: 503,
  // account
  NONCE_UNKNOWN: 422,
  NONCE_EXPIRED: 422,
  MESSAGE_INVALID: 422,
  SIGNATURE_INVALID: 422,
  DOMAIN_MISMATCH: 422,
  CHAIN_MISMATCH: 422,
  // profile
  REFERRER_ALREADY_SET: 422,
  REFERRAL_CODE_UNKNOWN: 422,
  REFERRAL_SELF: 422,
  REFERRAL_CYCLE: 422,
  REFERRAL_TOO_LATE: 422,
  NOT_IN_TEAM: 422,
  USERNAME_TAKEN: 422,
  USERNAME_RESERVED: 422,
  USERNAME_TOO_SOON: 422,
  USERNAME_LIMIT: 422,
  UID_TAKEN: 422,
  UID_RESERVED: 422,
  UID_TOO_SOON: 422,
  CODE_UNKNOWN: 422,
  CODE_USED: 422,
  CODE_EXPIRED: 422,
  ROLE_UNKNOWN: 422,
  ROLE_NOT_HIGHER: 422,
  // dashboard
  POLL_UNKNOWN: 422,
  POLL_OPTION_UNKNOWN: 422,
  POLL_CLOSED: 422,
  NO_POWER: 422,
  // any call that pays, any claim
  INSUFFICIENT_BALANCE: 422,
  BELOW_MINIMUM: 422,
  ABOVE_MAXIMUM: 422,
  NOTHING_TO_CLAIM: 422,
  // wallet
  RECIPIENT_UNKNOWN: 422,
  INTENT_EXPIRED: 422,
  INTENT_USED: 422,
  FEE_CHANGED: 422,
  TRANSFER_TO_SELF: 422,
  PAYOUT_LIMIT: 422,
  VAULT_LOW: 422,
  // treasury, score and insurance
  TREASURY_UNKNOWN: 422,
  TREASURY_CLOSED: 422,
  MINTING_CAP_REACHED: 422,
  PRICE_MOVED: 422,
  DAILY_LIMIT: 422,
  INSURANCE_UNAVAILABLE: 422,
  INSURANCE_UNKNOWN: 422,
  INSURANCE_NOT_ACTIVE: 422,
  INSURANCE_SETTLING: 422,
  // staking
  PERIOD_UNKNOWN: 422,
  STAKING_UNKNOWN: 422,
  PURCHASE_UNKNOWN: 422,
  TURBO_LIMIT: 422,
  TURBO_TOO_LATE: 422,
  NOT_MATURED: 422,
  ALREADY_WITHDRAWN: 422,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatuses;

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorStatuses, code);
}

/** Whether an answer says that the session it was asked with is over. */
export function isSessionError(status: number): boolean {
  return status === 401 || status === 403;
}
