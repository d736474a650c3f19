import { keptOnDevice } from '../../storage/kept.ts';
import { definePart } from '../../visit/define-part.ts';
import { discoverWallets, type DiscoveryOptions, idsOfSameWallet } from './discover-wallets.ts';
import type { DiscoveredWallet } from './eip1193.ts';
import { walletConnectId } from './wallet-options.ts';

export interface FindOptions extends Omit<DiscoveryOptions, 'wanted'> {
  /** `Infinity` waits for as long as the page lives. */
  withinMs?: number;
}

const walletConnectPart = definePart(() => import('./walletconnect.ts'));

/** The id of the wallet last signed in with (`DiscoveredWallet.id`), so that member pages look for that one only. */
export const rememberedWallet = keptOnDevice('jufi:wallet');

/**
 * Waits for one wallet to appear, since extensions may inject after the page's scripts; undefined after the timeout. A wallet behind WalletConnect is
 * available while its session lasts.
 */
export async function findWallet(id: string, { withinMs = 2000, ...options }: FindOptions = {}): Promise<DiscoveredWallet | undefined> {
  if (id === walletConnectId) return findPaired();
  const discovery = discoverWallets({ ...options, wanted: id });
  const { promise, resolve } = Promise.withResolvers<DiscoveredWallet | undefined>();
  const known = idsOfSameWallet(id);
  const findNow = (): DiscoveredWallet | undefined => {
    const found = discovery.wallets().filter((wallet) => known.includes(wallet.id));
    return found.find((wallet) => wallet.id === id) ?? found[0];
  };
  const timer = Number.isFinite(withinMs) ? setTimeout(() => resolve(findNow()), withinMs) : undefined;
  const settle = (): void => {
    const found = findNow();
    if (found) resolve(found);
  };
  discovery.subscribe(settle);
  settle();
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    discovery.stop();
  }
}

async function findPaired(): Promise<DiscoveredWallet | undefined> {
  try {
    const { openWalletConnect } = await walletConnectPart.load();
    const opened = await openWalletConnect();
    return opened.peer() === null ? undefined : opened.wallet;
  } catch {
    // Loading failed, or its storage refused: treated as absent.
    return undefined;
  }
}
