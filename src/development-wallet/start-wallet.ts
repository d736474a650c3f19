import { chainEndpoints } from '../lib/chain/chain-endpoints.ts';
import { createWallet, type Wallet } from './create-wallet.ts';
import { walletTexts } from './wallet-texts.ts';
import { openWalletWindow } from './window/wallet-window.ts';

/** Starts the wallet in a page, on the site's chain and in the page's language. */
export async function startWallet(emit: (event: string, payload: unknown) => void): Promise<Wallet> {
  const texts = await walletTexts.load();
  return createWallet(emit, chainEndpoints, (parts) => openWalletWindow({ ...parts, texts }));
}

/** Loads the texts ahead. */
export function prepareWallet(): void {
  void walletTexts.whenLoaded({ isAhead: true });
}
