import { setting } from '../../setting.ts';

/** Without it, WalletConnect isn't offered. */
export const walletConnectProjectId = setting(import.meta.env.PUBLIC_WALLETCONNECT_PROJECT_ID);
/** Without it the choice isn't shown; in development it says what to set. */
export const offersWalletConnect = walletConnectProjectId !== undefined || import.meta.env.PUBLIC_DEVELOPMENT_WALLET === 'true';
export const walletConnectRelayUrl = setting(import.meta.env.PUBLIC_WALLETCONNECT_RELAY_URL) ?? 'wss://relay.walletconnect.org';

/** The product's own wallet's download page. */
export const ownWalletUrl = setting(import.meta.env.PUBLIC_OWN_WALLET_URL);
/** Opens a page in its app; `{url}` is replaced by the page's encoded address. */
export const ownWalletLink = setting(import.meta.env.PUBLIC_OWN_WALLET_LINK);
