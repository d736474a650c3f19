import { isHex } from '../lib/chain/is-hex.ts';
import { callNode } from './chain-node.ts';
import { isRecord } from './is-record.ts';
import { rpcCodes, RpcError } from './rpc-error.ts';
import type { WalletContext } from './wallet-context.ts';
import { chainOf, ethereum, knownChains, type WalletChain } from './wallet-state.ts';

type Params = readonly unknown[];

/** EIP-3326. Doesn't ask if the wallet is already on that network. */
export async function switchChain(context: WalletContext, [parameter]: Params): Promise<null> {
  const { store, approvals } = context;
  const id = readChainId(parameter);
  if (id === store.get().chainId) return null;
  const to = knownChains(store.get()).find((chain) => chain.id === id);
  if (!to) throw new RpcError(rpcCodes.unknownChain, 'the wallet does not know this network: add it first');
  refuseSecond(context);
  await approvals.request({ kind: 'SWITCH_CHAIN', from: chainOf(store.get()) ?? ethereum, to });
  store.update({ chainId: id });
  return null;
}

/** EIP-3085. Adds the network without switching to it; the node must serve the chain ID it's added for. */
export async function addChain(context: WalletContext, [parameter]: Params): Promise<null> {
  const { store, approvals } = context;
  const { chain, rpcUrl, explorerUrl } = readNewChain(parameter);
  if (knownChains(store.get()).some(({ id }) => id === chain.id)) return null;
  if (Number(await callNode(rpcUrl, 'eth_chainId')) !== chain.id) {
    throw new RpcError(rpcCodes.invalidParams, 'the node is one of another network');
  }
  refuseSecond(context);
  await approvals.request({ kind: 'ADD_CHAIN', chain, explorerUrl });
  store.update({ chains: [...store.get().chains, chain] });
  return null;
}

/** EIP-747. The wallet shows no tokens, so approving has no effect. */
export async function watchAsset({ approvals }: WalletContext, params: Params | object): Promise<true> {
  const parameter: unknown = Array.isArray(params) ? params[0] : params;
  const options = isRecord(parameter) && parameter.type === 'ERC20' ? parameter.options : undefined;
  if (!isRecord(options) || !isHex(options.address, 20)) throw new RpcError(rpcCodes.invalidParams, 'no ERC-20 token given');
  await approvals.request({
    kind: 'WATCH_ASSET',
    token: options.address,
    symbol: typeof options.symbol === 'string' ? options.symbol : '',
  });
  return true;
}

function refuseSecond({ approvals, show }: WalletContext): void {
  if (!approvals.isAsking('SWITCH_CHAIN', 'ADD_CHAIN')) return;
  show();
  throw new RpcError(rpcCodes.pending, 'a request about the network is waiting already');
}

function readNewChain(parameter: unknown): { chain: WalletChain; rpcUrl: string; explorerUrl: string | undefined } {
  const id = readChainId(parameter);
  const { chainName, nativeCurrency, rpcUrls, blockExplorerUrls } = isRecord(parameter) ? parameter : {};
  const rpcUrl = firstUrl(rpcUrls);
  if (typeof chainName !== 'string' || !rpcUrl) throw new RpcError(rpcCodes.invalidParams, 'the network has no name or no node');
  if (blockExplorerUrls !== undefined && !firstUrl(blockExplorerUrls))
    throw new RpcError(rpcCodes.invalidParams, 'the explorer is not an address');
  if (!isRecord(nativeCurrency) || typeof nativeCurrency.symbol !== 'string' || nativeCurrency.decimals !== 18) {
    throw new RpcError(rpcCodes.invalidParams, 'the currency has no symbol or not 18 decimals');
  }
  const chain = { id, name: chainName, symbol: nativeCurrency.symbol, rpcUrl };
  return { chain, rpcUrl, explorerUrl: firstUrl(blockExplorerUrls) };
}

function readChainId(parameter: unknown): number {
  const chainId = isRecord(parameter) ? parameter.chainId : undefined;
  if (typeof chainId !== 'string' || !/^0x[1-9a-f][0-9a-f]{0,12}$/i.test(chainId)) {
    throw new RpcError(rpcCodes.invalidParams, 'the chain id is not a hex number');
  }
  return Number(chainId);
}

function firstUrl(list: unknown): string | undefined {
  const urls: unknown[] = Array.isArray(list) ? list : [];
  return urls.find((url): url is string => typeof url === 'string' && /^https?:\/\//.test(url) && URL.canParse(url));
}
