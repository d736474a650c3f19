/** Why a wallet didn't do what was requested; each code has its text in the locales. */
export type WalletErrorCode =
  | 'USER_REJECTED'
  | 'REQUEST_PENDING'
  | 'CONNECTOR_NOT_FOUND'
  | 'RELAY_UNREACHABLE'
  | 'CHAIN_NOT_CONFIGURED'
  | 'UNKNOWN_CHAIN'
  | 'TIMEOUT'
  | 'OTHER';

export class WalletError extends Error {
  readonly code: WalletErrorCode;

  constructor(code: WalletErrorCode, cause?: unknown) {
    super(code, { cause });
    this.name = 'WalletError';
    this.code = code;
  }
}

/** Results of functions that call a wallet: refusals are expected, so they are values rather than exceptions. */
export type WalletResult<Value> = { ok: true; value: Value } | { ok: false; error: WalletError };

/** Runs code that calls a wallet, and turns whatever it throws into a result. */
export async function walletResult<Value>(act: () => Promise<Value>): Promise<WalletResult<Value>> {
  try {
    return { ok: true, value: await act() };
  } catch (thrown) {
    return { ok: false, error: toWalletError(thrown) };
  }
}

/**
 * Classifies what a wallet threw. Wallets wrap their errors (`data.originalError` in MetaMask mobile, `cause` and `error` in libraries), and the innermost
 * known code is the most specific: -32603 around 4902 is an unknown chain.
 */
export function toWalletError(thrown: unknown): WalletError {
  if (thrown instanceof WalletError) return thrown;
  const codes = errorCodes(thrown);
  for (const code of codes) {
    const known = KNOWN_CODES.get(code);
    if (known) return new WalletError(known, thrown);
  }
  return new WalletError('OTHER', thrown);
}

/** Whether a wallet's error carries one of these codes, at any depth: for codes whose meaning depends on the request. */
export function carriesCode(error: WalletError, ...codes: readonly number[]): boolean {
  const found = errorCodes(error.cause);
  return codes.some((code) => found.includes(code));
}

/** Codes of EIP-1193, EIP-1474 and EIP-3326, and the names that libraries give the same refusals. */
const KNOWN_CODES: ReadonlyMap<unknown, WalletErrorCode> = new Map<unknown, WalletErrorCode>([
  [4001, 'USER_REJECTED'],
  [5000, 'USER_REJECTED'],
  // WalletConnect's codes for chains and methods that a person rejects.
  [5001, 'USER_REJECTED'],
  [5002, 'USER_REJECTED'],
  ['ACTION_REJECTED', 'USER_REJECTED'],
  ['UserRejectedRequestError', 'USER_REJECTED'],
  [-32002, 'REQUEST_PENDING'],
  ['ResourceUnavailableRpcError', 'REQUEST_PENDING'],
  ['ChainNotConfiguredError', 'CHAIN_NOT_CONFIGURED'],
  ['ChainMismatchError', 'CHAIN_NOT_CONFIGURED'],
  ['ConnectorAccountNotFoundError', 'CONNECTOR_NOT_FOUND'],
  [4902, 'UNKNOWN_CHAIN'],
  ['TIMEOUT', 'TIMEOUT'],
  ['TimeoutError', 'TIMEOUT'],
]);

const WRAPPERS = ['data', 'originalError', 'cause', 'error', 'info'] as const;
const DEEPEST = 6;

/** The codes and names in an error, innermost first. Bounded, because a wallet may return a cycle. */
function errorCodes(thrown: unknown, depth = 0): unknown[] {
  if (typeof thrown !== 'object' || thrown === null || depth > DEEPEST) return [];
  const inner = WRAPPERS.flatMap((key) => errorCodes(property(thrown, key), depth + 1));
  const code = property(thrown, 'code');
  // Some wallets use a number as text.
  const number = typeof code === 'string' && /^-?\d+$/.test(code) ? Number(code) : code;
  return [...inner, number, property(thrown, 'name')].filter((found) => found !== undefined);
}

/** A wallet's error isn't ours: its getters may throw. */
function property(of: object, key: string): unknown {
  try {
    return Reflect.get(of, key);
  } catch {
    return undefined;
  }
}
