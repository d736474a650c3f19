import { definePart } from '../../visit/define-part.ts';
import type { DiscoveredWallet, Eip1193Provider } from './eip1193.ts';
import { developmentWalletId, recommendedWallets, walletOptions } from './wallet-options.ts';

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

const LONGEST_NAME = 40;
const LONGEST_ICON = 200_000;
/** An extension may announce any amount of text; this much is searched for a name. */
const LONGEST_TEXT = 1_000;
const LONGEST_ID = 253;

/** Whatever is at `ethereum`, for example in a wallet app's browser that doesn't identify itself; offered only if nothing else is found. */
const anyWallet = 'global:ethereum';

const knownGlobals: readonly KnownGlobal[] = [
  { id: 'global:metamask', name: 'MetaMask', find: (host) => ethereumProviders(host).find(isMetaMask) },
  { id: 'global:tokenpocket', name: 'TP Wallet', find: (host) => at(host, 'tokenpocket', 'ethereum') ?? flagged(host, 'isTokenPocket') },
  { id: 'global:okxwallet', name: 'OKX Wallet', find: (host) => at(host, 'okxwallet') ?? flagged(host, 'isOkxWallet', 'isOKExWallet') },
  {
    id: 'global:trustwallet',
    name: 'Trust Wallet',
    find: (host) => at(host, 'trustwallet', 'ethereum') ?? at(host, 'trustwallet') ?? flagged(host, 'isTrust', 'isTrustWallet'),
  },
  {
    id: 'global:bitget',
    name: 'Bitget Wallet',
    find: (host) => at(host, 'bitkeep', 'ethereum') ?? flagged(host, 'isBitKeep', 'isBitget'),
  },
  {
    id: 'global:coinbase',
    name: 'Coinbase Wallet',
    find: (host) => at(host, 'coinbaseWalletExtension') ?? flagged(host, 'isCoinbaseWallet'),
  },
  { id: 'global:onekey', name: 'OneKey', find: (host) => at(host, '$onekey', 'ethereum') ?? flagged(host, 'isOneKey') },
  { id: 'global:phantom', name: 'Phantom', find: (host) => at(host, 'phantom', 'ethereum') },
  { id: 'global:safepal', name: 'SafePal', find: (host) => at(host, 'safepalProvider') ?? flagged(host, 'isSafePal') },
  { id: 'global:imtoken', name: 'imToken', find: (host) => flagged(host, 'isImToken') },
  { id: 'global:rabby', name: 'Rabby Wallet', find: (host) => flagged(host, 'isRabby') },
  { id: anyWallet, name: 'Ethereum', find: (host) => ethereumProviders(host)[0] },
];

/** Flags that wallets set in addition to MetaMask's. */
const impostorFlags = [
  'isApexWallet',
  'isAvalanche',
  'isBitKeep',
  'isBitget',
  'isBlockWallet',
  'isBraveWallet',
  'isCoinbaseWallet',
  'isFrame',
  'isImToken',
  'isKuCoinWallet',
  'isMathWallet',
  'isOKExWallet',
  'isOkxWallet',
  'isOneInchAndroidWallet',
  'isOneInchIOSWallet',
  'isOneKey',
  'isOpera',
  'isPhantom',
  'isPortal',
  'isRabby',
  'isRainbow',
  'isSafePal',
  'isTokenPocket',
  'isTokenary',
  'isTrust',
  'isTrustWallet',
  'isUniswapWallet',
  'isZerion',
] as const;

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

/**
 * Parses a wallet's announcement (EIP-6963): any extension can dispatch the event with any content. Undefined if there is no provider that can be asked.
 * Everything else is made harmless rather than a reason to leave out a wallet that somebody uses; an icon that isn't an image is omitted.
 */
function readAnnouncement(detail: unknown): DiscoveredWallet | undefined {
  try {
    return parseAnnouncement(detail);
  } catch {
    // A getter of the event's detail threw.
    return undefined;
  }
}

function parseAnnouncement(detail: unknown): DiscoveredWallet | undefined {
  if (!isRecord(detail)) return undefined;
  const { info, provider } = detail;
  if (!isRecord(info) || !isProvider(provider)) return undefined;
  const { rdns, icon } = info;
  const name = readName(info.name) || readName(rdns) || 'Wallet';
  const wallet = { id: readId(rdns, name), name, provider };
  return isIcon(icon) ? { ...wallet, icon } : wallet;
}

/** Removes control and direction characters, which could make one name look like another, and truncates to a line. */
function readName(name: unknown): string {
  if (typeof name !== 'string') return '';
  const visible = name
    .slice(0, LONGEST_TEXT)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  return Array.from(visible).slice(0, LONGEST_NAME).join('');
}

/**
 * Its rdns, which needn't be a domain: SafePal announces a URL. It's compared and stored, never shown or followed. What isn't a word, or looks like a
 * wallet found under its global, gets an id of its own that no known wallet has.
 */
function readId(rdns: unknown, name: string): string {
  if (typeof rdns === 'string' && rdns.length <= LONGEST_ID && /^(?!global:)[!-~]+$/i.test(rdns)) return rdns.toLowerCase();
  return `announced:${name.toLowerCase()}`;
}

function isIcon(icon: unknown): icon is string {
  return typeof icon === 'string' && icon.length <= LONGEST_ICON && /^data:image\/[\w.+-]+[;,]/i.test(icon);
}

function isProvider(value: unknown): value is Eip1193Provider {
  return isRecord(value) && typeof value.request === 'function';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return (typeof value === 'object' || typeof value === 'function') && value !== null;
}

/**
 * Wallets that don't announce themselves, found where they are known to put their provider. Omits those that duplicate an announced wallet: the same
 * provider, or another id of the same wallet.
 */
function walletsOfGlobals(host: object, announced: readonly DiscoveredWallet[]): DiscoveredWallet[] {
  const found: DiscoveredWallet[] = [];
  for (const { id, name, find } of knownGlobals) {
    const provider = find(host);
    if (!provider) continue;
    const known = [...announced, ...found];
    if (id === anyWallet && known.length > 0) continue;
    if (known.some((wallet) => wallet.provider === provider || idsOfSameWallet(id).includes(wallet.id))) continue;
    found.push({ id, name, provider });
  }
  return found;
}

interface KnownGlobal {
  id: string;
  name: string;
  find: (host: object) => Eip1193Provider | undefined;
}

/** Identified by its `_metamask` methods, never by `isMetaMask`, which nearly every wallet sets to be accepted where only MetaMask is checked for. */
function isMetaMask(provider: Eip1193Provider): boolean {
  const own = read(provider, '_metamask');
  return isRecord(own) && typeof read(own, 'isUnlocked') === 'function' && !impostorFlags.some((name) => flag(provider, name));
}

function flagged(host: object, ...flags: readonly string[]): Eip1193Provider | undefined {
  return ethereumProviders(host).find((provider) => flags.some((name) => flag(provider, name)));
}

/** Before EIP-6963, the wallet that loaded last listed all of them in `ethereum.providers`. */
function ethereumProviders(host: object): Eip1193Provider[] {
  const ethereum = read(host, 'ethereum');
  const several = isProvider(ethereum) ? read(ethereum, 'providers') : undefined;
  const list: unknown[] = Array.isArray(several) && several.length > 0 ? several : [ethereum];
  return list.filter(isProvider);
}

function at(host: object, ...path: readonly string[]): Eip1193Provider | undefined {
  const found = path.reduce<unknown>((of, key) => (isRecord(of) ? read(of, key) : undefined), host);
  return isProvider(found) ? found : undefined;
}

function flag(provider: Eip1193Provider, name: string): boolean {
  return read(provider, name) === true;
}

/** Wallets guard their globals with getters and proxies, which may throw. */
function read(of: object, key: string): unknown {
  try {
    return Reflect.get(of, key);
  } catch {
    return undefined;
  }
}

/** A wallet found under its global on one page may announce itself in time on the next. */
export function idsOfSameWallet(id: string): readonly string[] {
  return [...walletOptions, ...recommendedWallets].find(({ walletIds }) => walletIds.includes(id))?.walletIds ?? [id];
}
