import { chainExplorerUrl, chainRpcUrl } from '../config.ts';
import { setting } from '../setting.ts';
import { isLoopback } from '../api/base-url.ts';
import { type ChainAddresses, developmentAddresses } from './addresses/development-addresses.ts';
import { isHex } from './is-hex.ts';

/*
 * The contracts that the site itself talks to, fixed at build time. Apart from the other settings, because only pages that read the chain need them.
 */

type Address = `0x${string}`;

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
/** The public chain has no defaults: its listings have no JUF and two different USDT. */
export const jufAddress: Address | undefined = contractAddress(import.meta.env.PUBLIC_JUF_ADDRESS, ({ juf }) => juf, undefined);
export const usdtAddress: Address | undefined = contractAddress(import.meta.env.PUBLIC_USDT_ADDRESS, ({ usdt }) => usdt, undefined);

/** A node on the visitor's own machine, on any port, is the embedded one, whose addresses are known. */
// @__NO_SIDE_EFFECTS__
function contractAddress<Default extends Address | undefined>(
  value: string | undefined,
  embedded: (addresses: ChainAddresses) => Address,
  published: Default,
): Address | Default {
  const text = setting(value);
  if (text === undefined) return isLoopback(new URL(chainRpcUrl).hostname) ? embedded(developmentAddresses) : published;
  if (!isHex(text, 20)) throw new Error(`${text} is not a contract address: correct the PUBLIC_…_ADDRESS setting and build again`);
  return text;
}

/** An account's page in the explorer (EIP-3091); undefined without an explorer. */
export function explorerAddress(address: string): string | undefined {
  return chainExplorerUrl === undefined ? undefined : new URL(`/address/${address}`, chainExplorerUrl).href;
}

/** A block's page in the explorer. */
export function explorerBlock(number: string): string | undefined {
  return chainExplorerUrl === undefined ? undefined : new URL(`/block/${number}`, chainExplorerUrl).href;
}
