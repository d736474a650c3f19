import type { Token } from './ledger/account.ts';

/** Decimals of each token. */
export const tokenDecimals: Readonly<Record<Token, number>> = { JU: 18, JUF: 18, USDT: 6 };
