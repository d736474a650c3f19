import { useEffect, useState } from 'react';
import { discoverWallets } from '../../lib/chain/wallets/discover-wallets.ts';
import type { DiscoveredWallet } from '../../lib/chain/wallets/eip1193.ts';
import { rememberedWallet } from '../../lib/chain/wallets/find-wallet.ts';
import {
  developmentWalletId,
  type RecommendedWallet,
  recommendedWallets,
  type WalletOption,
  walletOptions,
} from '../../lib/chain/wallets/wallet-options.ts';
import { withInvitation } from '../../lib/session/invitation.ts';
import { returnTo } from '../../lib/visit/tab-marks.ts';

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

/** The effect of an option in the wallet modal. */
export type WalletOffer =
  | { kind: 'looking' }
  | { kind: 'installed'; wallet: DiscoveredWallet }
  | { kind: 'app'; href: string }
  | { kind: 'download'; href: string }
  | { kind: 'missing' };

interface Surroundings {
  /** Whether wallets have had enough time to announce themselves. */
  isSettled: boolean;
  isMobile: boolean;
  pageUrl: string;
}

/** Installed, or else its app on a phone, or its download page. */
export function offerOf(
  option: Pick<WalletOption, 'walletIds' | 'deepLink' | 'downloadUrl'>,
  wallet: DiscoveredWallet | undefined,
  { isSettled, isMobile, pageUrl }: Surroundings,
): WalletOffer {
  if (wallet) return { kind: 'installed', wallet };
  // The development wallet is loaded on demand, however long that takes.
  const comesLate = developmentWalletId !== undefined && option.walletIds.includes(developmentWalletId);
  if (!isSettled || comesLate) return { kind: 'looking' };
  if (isMobile && option.deepLink) return { kind: 'app', href: option.deepLink(pageUrl) };
  return option.downloadUrl === undefined ? { kind: 'missing' } : { kind: 'download', href: option.downloadUrl };
}

/** Whether the page runs inside an app, such as a wallet's browser: Android's web view names itself, and that of iOS lacks the browser's name. */
export function isInsideApp(userAgent = navigator.userAgent): boolean {
  return /; wv\)/.test(userAgent) || (/iPhone|iPad|iPod/.test(userAgent) && !userAgent.includes('Safari/'));
}

export interface OfferedOption {
  readonly option: WalletOption;
  /** Absent if it isn't installed; Connect and Other never have one. */
  readonly wallet: DiscoveredWallet | undefined;
  /** It is installed, and stands before those which aren't. */
  readonly isFirst: boolean;
}

interface OfferedWallets {
  /** The named ones: those installed first, each part in the order of the specification. */
  options: readonly OfferedOption[];
  /** Other installed wallets, shown after the named ones that are. */
  installed: readonly DiscoveredWallet[];
  /** Wallets that were discovered late, listed under Other: nothing moves under a finger. */
  others: readonly DiscoveredWallet[];
  /** Recommended wallets that weren't discovered. */
  recommended: readonly RecommendedWallet[];
}

/** Sorts discovered wallets into the sign-in's list. Only those discovered early, before anybody can have pressed a row, change its order. */
export function matchWallets(found: readonly DiscoveredWallet[], early: readonly DiscoveredWallet[] = found): OfferedWallets {
  const isEarly = ({ walletIds }: WalletOption): boolean =>
    early.some(({ id }) => walletIds.includes(id)) || (developmentWalletId !== undefined && walletIds.includes(developmentWalletId));
  const ordered = [...walletOptions].sort((one, other) => Number(isEarly(other)) - Number(isEarly(one)));
  const options = ordered.map((option) => ({
    option,
    wallet: found.find(({ id }) => option.walletIds.includes(id)),
    isFirst: isEarly(option),
  }));
  const named = walletOptions.flatMap(({ walletIds }) => walletIds);
  const unnamed = found.filter(({ id }) => !named.includes(id));
  const isAmong = (wallets: readonly DiscoveredWallet[], wanted: DiscoveredWallet): boolean => wallets.some(({ id }) => id === wanted.id);
  return {
    options,
    installed: unnamed.filter((wallet) => isAmong(early, wallet)),
    others: unnamed.filter((wallet) => !isAmong(early, wallet)),
    recommended: recommendedWallets.filter(({ walletIds }) => !unnamed.some(({ id }) => walletIds.includes(id))),
  };
}

/**
 * The address that a wallet app opens in its own browser, which doesn't share this tab's storage: the page somebody was on the way to when
 * asked to sign in, otherwise this one, with the invitation. Never contains a login link's token, because these addresses pass through the
 * wallets' servers.
 */
export function addressForWallet(address: string): string {
  const here = new URL(address);
  const left = returnTo.get();
  const wanted = left === null || !URL.canParse(left, here) ? here : new URL(left, here);
  const target = wanted.origin === here.origin ? wanted : here;
  target.searchParams.delete('token');
  return withInvitation(target.href);
}
