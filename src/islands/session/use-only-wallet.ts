import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { DiscoveredWallet } from '../../lib/chain/wallets/discovered-wallet.ts';
import { isInsideApp } from '../../lib/chain/wallets/is-inside-app.ts';
import { developmentWalletId } from '../../lib/chain/wallets/wallet-options.ts';
import { $modals } from '../../stores/modals.ts';

/** In a wallet's own browser there is only one choice, so opening the list chooses it, once. */
export function useOnlyWallet(found: readonly DiscoveredWallet[], onChoose: (wallet: DiscoveredWallet) => void): void {
  const isOpen = useStore($modals, { ssr: 'initial' }).open === 'wallet';
  const isDone = useRef(false);
  const [only, second] = found.filter(({ id }) => id !== developmentWalletId);
  useEffect(() => {
    if (isDone.current || !isOpen || !only || second || !isInsideApp()) return;
    isDone.current = true;
    onChoose(only);
  }, [isOpen, only?.id, second?.id]);
}
