import type { DiscoveredWallet } from './discovered-wallet.ts';
import { readAnnouncement } from './read-announcement.ts';
import { walletsOfGlobals } from './wallets-of-globals.ts';
import { developmentWalletId } from './wallet-options.ts';

export type WalletsListener = (wallets: readonly DiscoveredWallet[]) => void;

export interface WalletDiscovery {
  /** What is known now: announced wallets in the order they spoke, then those found under their globals. */
  wallets(): readonly DiscoveredWallet[];
  /** Hears of each change, not of the present; gives back how to stop. Wallets may announce themselves seconds later. */
  subscribe(listener: WalletsListener): () => void;
  stop(): void;
}

export interface DiscoveryOptions {
  host?: Window;
  /** Only this wallet is looked for (`DiscoveredWallet.id`): the development wallet's code is then not fetched for another's sake. */
  wanted?: string;
}

/** When the globals are looked at again: some wallets on Android set theirs when the page has long run, and say nothing. */
const LATE_MS = [100, 400, 1_000, 2_000, 3_000];

/**
 * Finds the wallets of this browser: asks them to announce themselves (EIP-6963) and looks at the known globals. Of two that give
 * the same rdns the first stays, so that a latecomer cannot take a known wallet's place.
 */
export function discoverWallets({ host = window, wanted }: DiscoveryOptions = {}): WalletDiscovery {
  const announced = new Map<string, DiscoveredWallet>();
  const listeners = new Set<WalletsListener>();

  const wallets = (): DiscoveredWallet[] => {
    const found = [...announced.values()];
    return [...found, ...walletsOfGlobals(host, found)];
  };
  let told = '';
  const tellOfWallets = (): void => {
    const known = wallets();
    const ids = known.map(({ id }) => id).join(' ');
    if (ids === told) return;
    told = ids;
    for (const listener of listeners) listener(known);
  };
  const onAnnouncement = (event: Event): void => {
    const wallet = 'detail' in event ? readAnnouncement(event.detail) : undefined;
    if (!wallet || announced.has(wallet.id)) return;
    announced.set(wallet.id, wallet);
    tellOfWallets();
  };

  host.addEventListener('eip6963:announceProvider', onAnnouncement);
  // Sent by wallets that set their global after the page's scripts have run.
  host.addEventListener('ethereum#initialized', tellOfWallets);
  host.dispatchEvent(new Event('eip6963:requestProvider'));
  const looks = LATE_MS.map((ms) => setTimeout(tellOfWallets, ms));
  if (import.meta.env.PUBLIC_DEVELOPMENT_WALLET === 'true' && (wanted === undefined || wanted === developmentWalletId)) {
    void import('../../../development-wallet/announce.ts').then(
      ({ announceDevelopmentWallet }) => announceDevelopmentWallet(host),
      // Not fetched: the wallet is not offered, and looked for again when the person opens the choice again.
      () => undefined,
    );
  }

  return {
    wallets,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => {
      looks.forEach(clearTimeout);
      host.removeEventListener('eip6963:announceProvider', onAnnouncement);
      host.removeEventListener('ethereum#initialized', tellOfWallets);
      listeners.clear();
    },
  };
}
