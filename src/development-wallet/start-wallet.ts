import { chainEndpoints } from '../lib/chain/chain-endpoints.ts';
import { createWallet, type Wallet } from './create-wallet.ts';
import { loadWalletTexts } from './wallet-texts.ts';
import { openWalletWindow } from './window/wallet-window.ts';

/** The wallet as it stands in a page: over the site's chain, with its window in the page's language. */
export async function startWallet(emit: (event: string, payload: unknown) => void): Promise<Wallet> {
  const texts = await loadWalletTexts();
  return createWallet(emit, chainEndpoints, (parts) => openWalletWindow({ ...parts, texts }));
}
