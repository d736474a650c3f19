import { setting } from '../../setting.ts';

/** Without it, WalletConnect isn't offered. */
export const walletConnectProjectId = setting(import.meta.env.PUBLIC_WALLETCONNECT_PROJECT_ID);
export const walletConnectRelayUrl = setting(import.meta.env.PUBLIC_WALLETCONNECT_RELAY_URL) ?? 'wss://relay.walletconnect.org';

/** Where the product's own wallet is downloaded. */
export const ownWalletUrl = setting(import.meta.env.PUBLIC_OWN_WALLET_URL);
/** Opens a page in its app; `{url}` stands for the page's encoded address. */
export const ownWalletLink = setting(import.meta.env.PUBLIC_OWN_WALLET_LINK);
