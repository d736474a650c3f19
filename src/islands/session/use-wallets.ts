import { useEffect, useState } from 'react';
import { discoverWallets } from '../../lib/chain/wallets/discover-wallets.ts';
import type { DiscoveredWallet } from '../../lib/chain/wallets/discovered-wallet.ts';
import { isInsideApp } from '../../lib/chain/wallets/is-inside-app.ts';
import { rememberedWallet } from '../../lib/chain/wallets/remembered-wallet.ts';
import { addressForWallet } from '../../lib/session/address-for-wallet.ts';

export interface WalletsHere {
  found: readonly DiscoveredWallet[];
  /** Those that had announced themselves by the time the list settled. */
  early: readonly DiscoveredWallet[];
  /** By now the quick ones have announced themselves; later ones are still added. */
  isSettled: boolean;
  isMobile: boolean;
  pageUrl: string;
  lastUsedId: string | null;
}

const SETTLE_MS = 400;
/** A wallet's own browser may inject the wallet late, and a link into the app that is already open would lead in a circle. */
const SETTLE_INSIDE_APP_MS = 3_000;
/** As rendered by the server. */
const UNKNOWN: WalletsHere = { found: [], early: [], isSettled: false, isMobile: false, pageUrl: '', lastUsedId: null };

/** This browser's wallets, from hydration on. */
export function useWallets(): WalletsHere {
  const [here, setHere] = useState(UNKNOWN);
  useEffect(() => {
    const discovery = discoverWallets();
    setHere({
      found: discovery.wallets(),
      early: discovery.wallets(),
      isSettled: false,
      isMobile: isMobile(),
      pageUrl: addressForWallet(location.href),
      lastUsedId: rememberedWallet.get(),
    });
    const stop = discovery.subscribe((found) => setHere((last) => ({ ...last, found, early: last.isSettled ? last.early : found })));
    const timer = setTimeout(() => setHere((last) => ({ ...last, isSettled: true })), isInsideApp() ? SETTLE_INSIDE_APP_MS : SETTLE_MS);
    return () => {
      clearTimeout(timer);
      stop();
      discovery.stop();
    };
  }, []);
  return here;
}

/** Whether wallets are apps here. An iPad identifies itself as a Mac, but has touch. */
function isMobile(): boolean {
  return /Android|iPhone|iPad|iPod/i.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
}
