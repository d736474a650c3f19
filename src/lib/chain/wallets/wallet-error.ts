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
 * known code is the most specific: -32603 around 4902 is an unknown chain. Only without one do its words count.
 */
export function toWalletError(thrown: unknown): WalletError {
  if (thrown instanceof WalletError) return thrown;
  const layers = layersOf(thrown);
  const code = layers.flatMap(codesOf).find((found) => KNOWN_CODES.has(found));
  const known = KNOWN_CODES.get(code) ?? (layers.some(saysDeclined) ? 'USER_REJECTED' : 'OTHER');
  return new WalletError(known, thrown);
}

/** Whether a wallet's error carries one of these codes, at any depth: for codes whose meaning depends on the request. */
export function carriesCode(error: WalletError, ...codes: readonly number[]): boolean {
  const found = layersOf(error.cause).flatMap(codesOf);
  return codes.some((code) => found.includes(code));
}

/** The wallet's own message, without what libraries added; empty if there is none. */
export function wordsOfWallet(error: WalletError): string {
  return (
    layersOf(error.cause, ['cause'])
      .map(messageOf)
      .find((message) => message !== '') ?? ''
  );
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

/**
 * What wallets say, mostly beside -32603, when the person declined or closed the window; the tests have a public source for each. A node's own refusals
 * ("transaction rejected: nonce too low") must not match: after them it is not known that nothing was sent.
 */
const DECLINED: readonly RegExp[] = [
  /\buser\s+(?:has\s+)?(?:rejected|denied|declined|disapproved|cancell?ed|aborted|closed)\b/i,
  /\b(?:rejected|denied|declined|cancell?ed|aborted) by (?:the )?user\b/i,
  /^(?:the )?(?:wallet )?(?:request|transaction|signature) (?:was |has been )?(?:rejected|denied|declined|cancell?ed)[.!]?$/i,
  /^cancell?ed[.!]?$/i,
];

function saysDeclined(layer: unknown): boolean {
  // Libraries add the request below the first line, with texts that a person typed.
  const [said = ''] = messageOf(layer).trim().split('\n', 1);
  return DECLINED.some((pattern) => pattern.test(said));
}

const WRAPPERS = ['data', 'originalError', 'cause', 'error', 'info'] as const;
const DEEPEST = 6;

/** An error and what it wraps, innermost first. Bounded, because a wallet may return a cycle. */
function layersOf(thrown: unknown, wrappers: readonly string[] = WRAPPERS, depth = 0): unknown[] {
  if (typeof thrown === 'string') return [thrown];
  if (typeof thrown !== 'object' || thrown === null || depth > DEEPEST) return [];
  return [...wrappers.flatMap((key) => layersOf(property(thrown, key), wrappers, depth + 1)), thrown];
}

/** The code and the name of one layer. */
function codesOf(layer: unknown): unknown[] {
  if (typeof layer !== 'object' || layer === null) return [];
  const code = property(layer, 'code');
  // Some wallets use a number as text.
  return [typeof code === 'string' && /^-?\d+$/.test(code) ? Number(code) : code, property(layer, 'name')];
}

function messageOf(layer: unknown): string {
  const message = typeof layer === 'object' && layer !== null ? property(layer, 'message') : layer;
  return typeof message === 'string' ? message : '';
}

/** A wallet's error isn't ours: its getters may throw. */
function property(of: object, key: string): unknown {
  try {
    return Reflect.get(of, key);
  } catch {
    return undefined;
  }
}
