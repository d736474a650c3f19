import type { WalletError } from './wallet-error.ts';

const DEEPEST = 6;

/** What the wallet itself said, below what libraries said of it; empty where it said nothing. */
export function wordsOfWallet(error: WalletError): string {
  let words = '';
  let said: unknown = error.cause;
  for (let depth = 0; depth <= DEEPEST && typeof said === 'object' && said !== null; depth += 1) {
    if ('message' in said && typeof said.message === 'string') words = said.message;
    said = 'cause' in said ? said.cause : undefined;
  }
  return words;
}
