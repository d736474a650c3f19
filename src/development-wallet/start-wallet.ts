import { chainEndpoints } from '../lib/chain/chain-endpoints.ts';
import { createWallet, type Wallet } from './create-wallet.ts';
import { loadWalletTexts, type WalletTexts } from './wallet-texts.ts';
import { openWalletWindow } from './window/wallet-window.ts';

/** Starts the wallet in a page, on the site's chain and in the page's language. */
export async function startWallet(emit: (event: string, payload: unknown) => void): Promise<Wallet> {
  const words = await wantTexts();
  return createWallet(emit, chainEndpoints, (parts) => openWalletWindow({ ...parts, texts: words }));
}

/** Loads the texts ahead. A failure is ignored here: it recurs, and is reported, when the wallet starts. */
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
