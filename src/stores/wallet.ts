import { computed } from 'nanostores';
import type { DataOf } from '../lib/api/contract/define-call.ts';
import { walletOverview } from '../lib/api/contract/wallet.ts';
import { answerReadAtMs } from './kept-answers.ts';
import { readQuery } from './read-query.ts';
import { readAgain } from './server-state.ts';

export type WalletOverview = DataOf<typeof walletOverview>;
export type WalletBalance = WalletOverview['walletList'][number];
export type WalletType = WalletBalance['walletType'];

const overviewKey = 'wallet/overview:';

export const $walletOverview = readQuery(overviewKey, walletOverview);

/** The member's balances, by wallet; empty while unknown. */
export const $walletBalance = computed($walletOverview, ({ data }): Partial<Record<WalletType, WalletBalance>> =>
  Object.fromEntries((data?.walletList ?? []).map((wallet) => [wallet.walletType, wallet])),
);

export function refreshWallet(): void {
  readAgain(overviewKey);
}

/** When the balances on screen were read, in ms since the epoch; null if they weren't. */
export function walletReadAtMs(): number | null {
  return $walletOverview.key === undefined ? null : answerReadAtMs($walletOverview.key);
}
