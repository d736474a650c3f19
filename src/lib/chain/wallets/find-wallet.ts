import { discoverWallets, type DiscoveryOptions } from './discover-wallets.ts';
import type { DiscoveredWallet } from './discovered-wallet.ts';

export interface FindOptions extends Omit<DiscoveryOptions, 'wanted'> {
  withinMs?: number;
}

/** Waits for one wallet to show itself; undefined when it has not within the time: extensions may inject after the page's scripts. */
export async function findWallet(id: string, { withinMs = 2000, ...options }: FindOptions = {}): Promise<DiscoveredWallet | undefined> {
  const discovery = discoverWallets({ ...options, wanted: id });
  const { promise, resolve } = Promise.withResolvers<DiscoveredWallet | undefined>();
  const look = (): DiscoveredWallet | undefined => discovery.wallets().find((wallet) => wallet.id === id);
  const timer = setTimeout(() => resolve(look()), withinMs);
  const settle = (): void => {
    const found = look();
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
