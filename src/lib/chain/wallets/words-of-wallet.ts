import type { WalletError } from './wallet-error.ts';

const DEEPEST = 6;

/** The wallet's own message, without what libraries added; empty if there is none. */
export function wordsOfWallet(error: WalletError): string {
  let words = '';
  let said: unknown = error.cause;
  for (let depth = 0; depth <= DEEPEST && typeof said === 'object' && said !== null; depth += 1) {
    if ('message' in said && typeof said.message === 'string') words = said.message;
    said = 'cause' in said ? said.cause : undefined;
  }
  return words;
}
