import { type ChainAddresses } from './chain/addresses/chain-addresses.ts';
import { developmentAddresses } from './chain/addresses/development-addresses.ts';
import { isEmpty } from './emptiness.ts';
import { isLoopback } from './loopback.ts';

/*
 * The site's settings, fixed at build time. Each is a separate export that reads its variable by literal name, so that a bundle only
 * contains the ones it uses.
 */

type Address = `0x${string}`;

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

export const routerAddress: Address = contractAddress(
  import.meta.env.PUBLIC_ROUTER_ADDRESS,
  ({ router }) => router,
  '0x09f58Aa3C7A8101062855C66E43a83920EB23511',
);
export const factoryAddress: Address = contractAddress(
  import.meta.env.PUBLIC_FACTORY_ADDRESS,
  ({ factory }) => factory,
  '0xCcbcecDd7d8D115Df79fc85847F38F9A5965326c',
);
export const wjuAddress: Address = contractAddress(
  import.meta.env.PUBLIC_WJU_ADDRESS,
  ({ wju }) => wju,
  '0x4d1B49B424afd7075d3c063adDf97D5575E1c7E2',
);
/** No default on the public chain: its listings have no JUF and two different USDT. */
export const jufAddress: Address | undefined = contractAddress(import.meta.env.PUBLIC_JUF_ADDRESS, ({ juf }) => juf, undefined);
export const usdtAddress: Address | undefined = contractAddress(import.meta.env.PUBLIC_USDT_ADDRESS, ({ usdt }) => usdt, undefined);

/** Without it, WalletConnect isn't offered. */
export const walletConnectProjectId = setting(import.meta.env.PUBLIC_WALLETCONNECT_PROJECT_ID);
export const walletConnectRelayUrl = setting(import.meta.env.PUBLIC_WALLETCONNECT_RELAY_URL) ?? 'wss://relay.walletconnect.org';

/** Where the product's own wallet is downloaded. */
export const ownWalletUrl = setting(import.meta.env.PUBLIC_OWN_WALLET_URL);
/** Opens a page in its app; `{url}` stands for the page's encoded address. */
export const ownWalletLink = setting(import.meta.env.PUBLIC_OWN_WALLET_LINK);

// @__NO_SIDE_EFFECTS__
function setting(value: string | undefined): string | undefined {
  return isEmpty(value) ? undefined : value?.trim();
}

// @__NO_SIDE_EFFECTS__
function words(value: string | undefined): string[] {
  return (value ?? '').split(/[\s,]+/).filter((word) => word !== '');
}

/** A node on the visitor's own machine, on any port, is the embedded one, whose addresses are known. */
// @__NO_SIDE_EFFECTS__
function contractAddress<Default extends Address | undefined>(
  value: string | undefined,
  embedded: (addresses: ChainAddresses) => Address,
  published: Default,
): Address | Default {
  const text = setting(value);
  if (text === undefined) return isLoopback(new URL(chainRpcUrl).hostname) ? embedded(developmentAddresses) : published;
  if (!isAddressLike(text)) throw new Error(`${text} is no contract address: correct the PUBLIC_…_ADDRESS setting and build again`);
  return text;
}

function isAddressLike(text: string): text is Address {
  return /^0x[0-9a-fA-F]{40}$/.test(text);
}
