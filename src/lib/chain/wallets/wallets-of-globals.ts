import type { DiscoveredWallet } from './discovered-wallet.ts';
import type { Eip1193Provider } from './eip1193.ts';
import { isProvider } from './read-announcement.ts';
import { recommendedWallets, walletOptions } from './wallet-options.ts';

/**
 * Wallets that don't announce themselves, found where they are known to put their provider. Omits those that duplicate an announced wallet: the same
 * provider, or another id of the same wallet.
 */
export function walletsOfGlobals(host: object, announced: readonly DiscoveredWallet[]): DiscoveredWallet[] {
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

/** Whatever is at `ethereum`, for example in a wallet app's browser that doesn't identify itself; offered only if nothing else is found. */
const anyWallet = 'global:ethereum';

interface KnownGlobal {
  id: string;
  name: string;
  find: (host: object) => Eip1193Provider | undefined;
}

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
  'isApexWallet', 'isAvalanche', 'isBitKeep', 'isBitget', 'isBlockWallet', 'isBraveWallet', 'isCoinbaseWallet', 'isFrame', 'isImToken',
  'isKuCoinWallet', 'isMathWallet', 'isOKExWallet', 'isOkxWallet', 'isOneInchAndroidWallet', 'isOneInchIOSWallet', 'isOneKey', 'isOpera', 'isPhantom',
  'isPortal', 'isRabby', 'isRainbow', 'isSafePal', 'isTokenPocket', 'isTokenary', 'isTrust', 'isTrustWallet', 'isUniswapWallet', 'isZerion',
] as const; // prettier-ignore

/** Identified by its `_metamask` methods, never by `isMetaMask`, which nearly every wallet sets to be accepted where only MetaMask is checked for. */
function isMetaMask(provider: Eip1193Provider): boolean {
  const own = read(provider, '_metamask');
  return isObject(own) && typeof read(own, 'isUnlocked') === 'function' && !impostorFlags.some((name) => flag(provider, name));
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
  const found = path.reduce<unknown>((of, key) => (isObject(of) ? read(of, key) : undefined), host);
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

function isObject(value: unknown): value is object {
  return (typeof value === 'object' || typeof value === 'function') && value !== null;
}

function idsOfSameWallet(id: string): readonly string[] {
  return [...walletOptions, ...recommendedWallets].find(({ walletIds }) => walletIds.includes(id))?.walletIds ?? [id];
}
