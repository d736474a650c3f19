import { definePart } from '../../visit/define-part.ts';
import type { DiscoveredWallet } from './discovered-wallet.ts';
import { readAnnouncement } from './read-announcement.ts';
import { walletsOfGlobals } from './wallets-of-globals.ts';
import { developmentWalletId } from './wallet-options.ts';

export type WalletsListener = (wallets: readonly DiscoveredWallet[]) => void;

export interface WalletDiscovery {
  /** The wallets known now: announced ones in order of announcement, then those found under their globals. */
  wallets(): readonly DiscoveredWallet[];
  /** Calls back on every change, but not for the current state. Returns an unsubscribe function. Wallets may announce themselves seconds later. */
  subscribe(listener: WalletsListener): () => void;
  stop(): void;
}

export interface DiscoveryOptions {
  host?: Window;
  /** Only this wallet is looked for (`DiscoveredWallet.id`), so that the development wallet's code isn't loaded for another wallet. */
  wanted?: string;
}

/** When the globals are checked again: some wallets on Android set theirs long after the page has started, without an event. */
const LATE_MS = [100, 400, 1_000, 2_000, 3_000];

/** Production builds leave it out. */
const announcePart =
  import.meta.env.PUBLIC_DEVELOPMENT_WALLET === 'true' ? definePart(() => import('../../../development-wallet/announce.ts')) : null;

/**
 * Discovers this browser's wallets: requests announcements (EIP-6963) and checks the known globals. Of two with the same rdns the first wins, so that a
 * later one can't replace a known wallet.
 */
export function discoverWallets({ host = window, wanted }: DiscoveryOptions = {}): WalletDiscovery {
  const announced = new Map<string, DiscoveredWallet>();
  const listeners = new Set<WalletsListener>();

  const wallets = (): DiscoveredWallet[] => {
    const found = [...announced.values()];
    return [...found, ...walletsOfGlobals(host, found)];
  };
  let lastReported = '';
  const tellOfWallets = (): void => {
    const known = wallets();
    const ids = known.map(({ id }) => id).join(' ');
    if (ids === lastReported) return;
    lastReported = ids;
    for (const listener of listeners) listener(known);
  };
  const onAnnouncement = (event: Event): void => {
    const wallet = 'detail' in event ? readAnnouncement(event.detail) : undefined;
    if (!wallet || announced.has(wallet.id)) return;
    announced.set(wallet.id, wallet);
    tellOfWallets();
  };

  host.addEventListener('eip6963:announceProvider', onAnnouncement);
  // Dispatched by wallets that set their global after the page's scripts have run.
  host.addEventListener('ethereum#initialized', tellOfWallets);
  host.dispatchEvent(new Event('eip6963:requestProvider'));
  const looks = LATE_MS.map((ms) => setTimeout(tellOfWallets, ms));
  if (announcePart && (wanted === undefined || wanted === developmentWalletId)) {
    void announcePart.whenLoaded({ isAhead: true }).then(({ announceDevelopmentWallet }) => announceDevelopmentWallet(host));
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
