import { chainEndpoints } from '../lib/chain/chain-endpoints.ts';
import { createWallet, type Wallet } from './create-wallet.ts';
import { loadWalletTexts, type WalletTexts } from './wallet-texts.ts';
import { openWalletWindow } from './window/wallet-window.ts';

/** The wallet as it stands in a page: over the site's chain, with its window in the page's language. */
export async function startWallet(emit: (event: string, payload: unknown) => void): Promise<Wallet> {
  const words = await wantTexts();
  return createWallet(emit, chainEndpoints, (parts) => openWalletWindow({ ...parts, texts: words }));
}

/** Fetches the texts ahead; a failure is met again, and told, when the wallet starts. */
export function prepareWallet(): void {
  wantTexts().catch(() => undefined);
}

let texts: Promise<WalletTexts> | undefined;

async function wantTexts(): Promise<WalletTexts> {
  try {
    return await (texts ??= loadWalletTexts());
  } catch (cause) {
    texts = undefined;
    throw cause;
  }
}
