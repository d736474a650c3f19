import { setting } from './setting.ts';

/*
 * The site's settings, fixed at build time. Each is a separate export that reads its variable by literal name, so that a bundle only
 * contains the ones it uses.
 */

declare global {
  interface ImportMetaEnv {
    readonly PUBLIC_SITE_URL?: string;
    readonly PUBLIC_API_URL?: string;
    readonly PUBLIC_API_ROUTER?: string;
    readonly PUBLIC_API_ALLOWED_ORIGINS?: string;
    readonly PUBLIC_DIRECT_VISIT?: string;
    readonly PUBLIC_CHAIN_RPC_URL?: string;
    readonly PUBLIC_CHAIN_WS_URL?: string;
    readonly PUBLIC_CHAIN_EXPLORER_URL?: string;
    readonly PUBLIC_ROUTER_ADDRESS?: string;
    readonly PUBLIC_FACTORY_ADDRESS?: string;
    readonly PUBLIC_WJU_ADDRESS?: string;
    readonly PUBLIC_JUF_ADDRESS?: string;
    readonly PUBLIC_USDT_ADDRESS?: string;
    readonly PUBLIC_WALLETCONNECT_PROJECT_ID?: string;
    readonly PUBLIC_WALLETCONNECT_RELAY_URL?: string;
    readonly PUBLIC_OWN_WALLET_URL?: string;
    readonly PUBLIC_OWN_WALLET_LINK?: string;
    readonly PUBLIC_DEVELOPMENT_WALLET?: string;
  }
}

export const siteUrl = setting(import.meta.env.PUBLIC_SITE_URL) ?? 'http://127.0.0.1:4321';

/** May be a path on the site itself. */
export const apiUrl = setting(import.meta.env.PUBLIC_API_URL) ?? '/api';
/** If set, every call is a POST to this address. */
export const apiRouter = setting(import.meta.env.PUBLIC_API_ROUTER);
/** Origins that a stored `baseUrl` may use; also goes into `connect-src`. */
export const apiAllowedOrigins: readonly string[] = words(import.meta.env.PUBLIC_API_ALLOWED_ORIGINS);

export const chainRpcUrl = setting(import.meta.env.PUBLIC_CHAIN_RPC_URL) ?? 'http://127.0.0.1:8545';
export const chainWebSocketUrl = setting(import.meta.env.PUBLIC_CHAIN_WS_URL);
export const chainExplorerUrl = setting(import.meta.env.PUBLIC_CHAIN_EXPLORER_URL);

// @__NO_SIDE_EFFECTS__
function words(value: string | undefined): string[] {
  return (value ?? '').split(/[\s,]+/).filter((word) => word !== '');
}
