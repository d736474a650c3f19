import { type Token } from './ledger/account.ts';

/** How many digits the base unit of each token lies below the whole. */
export const tokenDecimals: Readonly<Record<Token, number>> = { JU: 18, JUF: 18, USDT: 6 };
