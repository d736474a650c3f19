import { setting } from '../../setting.ts';

/** The wallets that the sign-in offers by name, in this order. `CONNECT` is WalletConnect; `OTHER` opens the rest. */
export type WalletOptionId = 'OWN' | 'METAMASK' | 'TOKENPOCKET' | 'OKX' | 'CONNECT' | 'OTHER';

export interface WalletOption {
  readonly id: WalletOptionId;
  /** A proper name if there is one; the shell's texts name Connect and Other. */
  readonly name: string;
  /** Its announced rdns (EIP-6963), or its id if found under a global. */
  readonly walletIds: readonly string[];
  /** Opens this page in the wallet's app on a phone. */
  readonly deepLink?: (pageUrl: string) => string;
  readonly downloadUrl?: string;
}

export interface RecommendedWallet extends Omit<WalletOption, 'id'> {
  readonly downloadUrl: string;
}

/** The wallet id for WalletConnect, whichever wallet is at the other end. */
export const walletConnectId = 'walletconnect';

/** Without it, WalletConnect isn't offered. */
export const walletConnectProjectId = setting(import.meta.env.PUBLIC_WALLETCONNECT_PROJECT_ID);
/** Without it the choice isn't shown; in development it says what to set. */
export const offersWalletConnect = walletConnectProjectId !== undefined || import.meta.env.PUBLIC_DEVELOPMENT_WALLET === 'true';
export const walletConnectRelayUrl = setting(import.meta.env.PUBLIC_WALLETCONNECT_RELAY_URL) ?? 'wss://relay.walletconnect.org';

/** The product's own wallet's download page. */
const ownWalletUrl = setting(import.meta.env.PUBLIC_OWN_WALLET_URL);
/** Opens a page in its app; `{url}` is replaced by the page's encoded address. */
const ownWalletLink = setting(import.meta.env.PUBLIC_OWN_WALLET_LINK);

const encode = encodeURIComponent;

/**
 * Only with the embedded chain. The condition repeats the literal name here and where the wallet is imported, because only then does the bundler treat it
 * as a constant and exclude the wallet from other builds.
 */
export const developmentWalletId = import.meta.env.PUBLIC_DEVELOPMENT_WALLET === 'true' ? 'org.jufi.development' : undefined;

const ownWallet: WalletOption = {
  id: 'OWN',
  name: 'JuFi Wallet',
  walletIds: ['org.jufi.wallet', ...(developmentWalletId ? [developmentWalletId] : [])],
  ...(ownWalletLink && { deepLink: (pageUrl) => ownWalletLink.replace('{url}', encode(pageUrl)) }),
  ...(ownWalletUrl && { downloadUrl: ownWalletUrl }),
};
/** Not offered if the operator hasn't configured where to get it. */
const hasOwnWallet = developmentWalletId !== undefined || ownWallet.deepLink !== undefined || ownWallet.downloadUrl !== undefined;

export const walletOptions: readonly WalletOption[] = [
  ...(hasOwnWallet ? [ownWallet] : []),
  {
    id: 'METAMASK',
    name: 'MetaMask',
    walletIds: ['io.metamask', 'io.metamask.mobile', 'global:metamask'],
    // The address follows unencoded and without its scheme: encoded, the app opens an empty tab.
    deepLink: (pageUrl) => `https://link.metamask.io/dapp/${pageUrl.replace(/^https?:\/\//, '')}`,
    downloadUrl: 'https://metamask.io/download',
  },
  {
    id: 'TOKENPOCKET',
    name: 'TP Wallet',
    walletIds: ['pro.tokenpocket', 'global:tokenpocket'],
    deepLink: (pageUrl) => `tpdapp://open?params=${encode(JSON.stringify({ url: pageUrl, chain: 'EVM', source: 'JuFi' }))}`,
    downloadUrl: 'https://www.tokenpocket.pro/en/download/app',
  },
  {
    id: 'OKX',
    name: 'OKX Wallet',
    walletIds: ['com.okex.wallet', 'global:okxwallet'],
    // Encoded twice: the address within the app's link, and that link within the page that opens it.
    deepLink: (pageUrl) => `https://web3.okx.com/download?deeplink=${encode(`okx://wallet/dapp/url?dappUrl=${encode(pageUrl)}`)}`,
    downloadUrl: 'https://web3.okx.com/download',
  },
  { id: 'CONNECT', name: 'Connect', walletIds: [walletConnectId] },
  { id: 'OTHER', name: 'Other', walletIds: [] },
];

/** The nine shown under Other. A wallet whose maker documents no link uses its download page. */
export const recommendedWallets: readonly RecommendedWallet[] = [
  {
    name: 'Trust Wallet',
    walletIds: ['com.trustwallet.app', 'global:trustwallet'],
    deepLink: (pageUrl) => `https://link.trustwallet.com/open_url?coin_id=60&url=${encode(pageUrl)}`,
    downloadUrl: 'https://trustwallet.com/download',
  },
  {
    name: 'Bitget Wallet',
    walletIds: ['com.bitget.web3', 'global:bitget'],
    deepLink: (pageUrl) => `https://bkcode.vip?action=dapp&url=${encode(pageUrl)}`,
    downloadUrl: 'https://web3.bitget.com/en/wallet-download',
  },
  {
    name: 'SafePal',
    // It announces its download page as its rdns.
    walletIds: ['com.safepal', 'https://www.safepal.com/download', 'global:safepal'],
    downloadUrl: 'https://www.safepal.com/download',
  },
  {
    name: 'imToken',
    walletIds: ['im.token', 'global:imtoken'],
    deepLink: (pageUrl) => `imtokenv2://navigate/DappView?url=${encode(pageUrl)}`,
    downloadUrl: 'https://token.im/download',
  },
  { name: 'Rabby Wallet', walletIds: ['io.rabby'], downloadUrl: 'https://rabby.io' },
  {
    name: 'Coinbase Wallet',
    walletIds: ['com.coinbase.wallet', 'global:coinbase'],
    deepLink: (pageUrl) => `https://go.cb-w.com/dapp?cb_url=${encode(pageUrl)}`,
    downloadUrl: 'https://www.coinbase.com/wallet/downloads',
  },
  {
    name: 'Zerion',
    walletIds: ['io.zerion.wallet'],
    downloadUrl: 'https://zerion.io/download',
  },
  {
    name: 'OneKey',
    walletIds: ['so.onekey.app.wallet', 'global:onekey'],
    downloadUrl: 'https://onekey.so/download',
  },
  {
    name: 'Rainbow',
    walletIds: ['me.rainbow'],
    downloadUrl: 'https://rainbow.me/download',
  },
];
