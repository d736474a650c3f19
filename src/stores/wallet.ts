import { computed } from 'nanostores';
import type { DataOf } from '../lib/api/contract/define-call.ts';
import { walletOverview } from '../lib/api/contract/wallet.ts';
import { callApi } from './api.ts';
import { answerReadAtMs } from './kept-answers.ts';
import { createQuery, revalidateKeys } from './server-state.ts';
import { $sessionTag } from './session.ts';

export type WalletOverview = DataOf<typeof walletOverview>;
export type WalletBalance = WalletOverview['walletList'][number];
export type WalletType = WalletBalance['walletType'];

const overviewKey = 'wallet/overview:';

export const $walletOverview = createQuery<WalletOverview>([overviewKey, $sessionTag], {
  kept: walletOverview.output,
  fetcher: () => callApi(walletOverview, {}),
});

/** The member's balances, by wallet; empty while unknown. */
export const $walletBalance = computed($walletOverview, ({ data }): Partial<Record<WalletType, WalletBalance>> =>
  Object.fromEntries((data?.walletList ?? []).map((wallet) => [wallet.walletType, wallet])),
);

export function refreshWallet(): void {
  revalidateKeys((key) => key.startsWith(overviewKey));
}

/** When the balances on screen were read, in ms since the epoch; null if they weren't. */
export function walletReadAtMs(): number | null {
  return $walletOverview.key === undefined ? null : answerReadAtMs($walletOverview.key);
}
