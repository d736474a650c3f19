import { useEffect, useState } from 'react';
import { discoverWallets } from '../../lib/chain/wallets/discover-wallets.ts';
import type { DiscoveredWallet } from '../../lib/chain/wallets/discovered-wallet.ts';
import { rememberedWallet } from '../../lib/chain/wallets/remembered-wallet.ts';
import { withInvitation } from '../../lib/session/invitation.ts';

export interface WalletsHere {
  found: readonly DiscoveredWallet[];
  /** Those that speak at once have spoken; latecomers are still heard. */
  isSettled: boolean;
  isMobile: boolean;
  pageUrl: string;
  lastUsedId: string | null;
}

const SETTLE_MS = 400;
/** As the server draws it. */
const UNKNOWN: WalletsHere = { found: [], isSettled: false, isMobile: false, pageUrl: '', lastUsedId: null };

/** The wallets of this browser, from the moment the island is alive. */
export function useWallets(): WalletsHere {
  const [here, setHere] = useState(UNKNOWN);
  useEffect(() => {
    const discovery = discoverWallets();
    setHere({
      found: discovery.wallets(),
      isSettled: false,
      isMobile: isMobile(),
      pageUrl: withInvitation(location.href),
      lastUsedId: rememberedWallet.get(),
    });
    const stop = discovery.subscribe((found) => setHere((last) => ({ ...last, found })));
    const timer = setTimeout(() => setHere((last) => ({ ...last, isSettled: true })), SETTLE_MS);
    return () => {
      clearTimeout(timer);
      stop();
      discovery.stop();
    };
  }, []);
  return here;
}

/** Whether wallets are apps here. An iPad calls itself a Mac, but has touch. */
function isMobile(): boolean {
  return /Android|iPhone|iPad|iPod/i.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
}
