import { atom } from 'nanostores';
import { walletConnectId } from '../lib/chain/wallets/wallet-options.ts';
import { openWalletConnect, type WalletConnect } from '../lib/chain/wallets/walletconnect.ts';
import { walletFlow } from './sign-in.ts';

export interface WalletConnectState {
  /** The text of the code that a wallet is to scan; null while there is none. */
  uri: string | null;
  /** The session's wallet, by the name it reports. */
  peer: string | null;
}

export const $walletConnect = atom<WalletConnectState>({ uri: null, peer: null });

let isFollowed = false;

/** Uses the wallet of the session, or has one paired by the code. */
export async function chooseWalletConnect(): Promise<void> {
  const opened = await opening();
  if (opened) await walletFlow.choose(opened.wallet);
}

/** Ends the session and has another wallet paired. */
export async function chooseAnotherWallet(): Promise<void> {
  walletFlow.cancel();
  const opened = await opening();
  if (!opened) return;
  await opened.end();
  showConnection(opened);
  await walletFlow.choose(opened.wallet);
}

async function opening(): Promise<WalletConnect | undefined> {
  try {
    const opened = await openWalletConnect();
    if (!isFollowed) {
      opened.onPairing((uri) => showConnection(opened, uri));
      // Its session may end.
      opened.wallet.provider.on?.('accountsChanged', () => showConnection(opened, $walletConnect.get().uri));
    }
    isFollowed = true;
    return opened;
  } catch {
    walletFlow.refuse({ id: walletConnectId, name: 'WalletConnect' }, 'WALLETCONNECT_UNREACHABLE');
    return undefined;
  }
}

function showConnection(opened: WalletConnect, uri: string | null = null): void {
  $walletConnect.set({ uri, peer: opened.peer() });
}
