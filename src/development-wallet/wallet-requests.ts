import { isHex } from '../lib/chain/is-hex.ts';
import type { Address, Hex } from '../lib/chain/wallets/eip1193.ts';
import { definePart } from '../lib/visit/define-part.ts';
import type { Approvals } from './approvals.ts';
import { callNode, type NodeGate } from './chain-node.ts';
import { isRecord, rpcCodes, RpcError } from './rpc-error.ts';
import { planTransaction } from './plan-transaction.ts';
import { readTypedData } from './typed-data.ts';
import { chainOf, ethereum, exposedAccounts, knownChains, type WalletChain, type WalletStore } from './wallet-state.ts';

type Params = readonly unknown[];

const signerPart = definePart(() => import('./signer.ts'));

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

/** Asks the user to unlock the wallet and choose an account, as needed. Refuses a second request while one is pending, as wallets do. */
export async function connect({ store, approvals, origin, show }: WalletContext): Promise<Address[]> {
  const known = exposedAccounts(store.get(), origin);
  if (known.length > 0) return known;
  if (approvals.isAsking('UNLOCK', 'CONNECT')) {
    show();
    throw new RpcError(rpcCodes.pending, 'a request to connect is waiting already');
  }
  if (store.get().locked) {
    await approvals.request({ kind: 'UNLOCK' });
    store.update({ locked: false });
  }
  if (!store.get().connected.includes(origin)) {
    await approvals.request({ kind: 'CONNECT' });
    store.update({ connected: [...store.get().connected, origin] });
  }
  return exposedAccounts(store.get(), origin);
}

/** EIP-2255. The only permission a site can have is to see the accounts. */
export function permissions({ store, origin }: WalletContext): { parentCapability: string; invoker: string; caveats: unknown[] }[] {
  const accounts = exposedAccounts(store.get(), origin);
  if (accounts.length === 0) return [];
  return [{ parentCapability: 'eth_accounts', invoker: origin, caveats: [{ type: 'restrictReturnedAccounts', value: accounts }] }];
}

export function disconnect({ store, origin }: WalletContext): null {
  store.update({ connected: store.get().connected.filter((other) => other !== origin) });
  return null;
}

/** Returns the account a request names if the site may see it; otherwise throws. */
function permittedAccount({ store, origin }: WalletContext, named: unknown): Address {
  const account = exposedAccounts(store.get(), origin).find(
    (known) => typeof named === 'string' && known.toLowerCase() === named.toLowerCase(),
  );
  if (!account) throw new RpcError(rpcCodes.unauthorized, 'this site may not use this account');
  return account;
}

/** `personal_sign` takes the message, then the address. The cryptography is loaded while the user reads. */
export async function signText(context: WalletContext, [message, named]: Params): Promise<Hex> {
  const address = permittedAccount(context, named);
  if (typeof message !== 'string') throw new RpcError(rpcCodes.invalidParams, 'no message given');
  const raw = isHex(message) ? message : undefined;
  void signerPart.whenLoaded({ isAhead: true });
  await context.approvals.request({ kind: 'SIGN_TEXT', address, text: raw ? textOf(raw) : message });
  const { signerOf } = await signerPart.load();
  return await signerOf(address).signMessage({ message: raw ? { raw } : message });
}

/** `eth_signTypedData_v4` takes the address, then the data. */
export async function signTypedData(context: WalletContext, [named, given]: Params): Promise<Hex> {
  const address = permittedAccount(context, named);
  const data = readTypedData(given, context.store.get().chainId);
  void signerPart.whenLoaded({ isAhead: true });
  await context.approvals.request({ kind: 'SIGN_TYPED_DATA', address, data });
  const { signerOf } = await signerPart.load();
  return await signerOf(address).signTypedData(data);
}

export async function sendTransaction(context: WalletContext, [given]: Params): Promise<unknown> {
  const from = permittedAccount(context, typeof given === 'object' && given !== null && 'from' in given ? given.from : undefined);
  const rpcUrl = context.node.rpcUrl();
  const { chainId } = context.store.get();
  const plan = await planTransaction(given, from, rpcUrl);
  void signerPart.whenLoaded({ isAhead: true });
  await context.approvals.request({ kind: 'SEND', plan, symbol: chainOf(context.store.get())?.symbol ?? '' });
  const nonce = plan.nonce ?? Number(await callNode(rpcUrl, 'eth_getTransactionCount', [from, 'pending']));
  const { signerOf } = await signerPart.load();
  const { to, value, data, gas, maxFeePerGas, maxPriorityFeePerGas } = plan;
  const signed = await signerOf(from).signTransaction({
    type: 'eip1559',
    chainId,
    nonce,
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas,
    value,
    data,
    ...(to ? { to } : {}),
  });
  return await callNode(rpcUrl, 'eth_sendRawTransaction', [signed]);
}

/** The text if the bytes are UTF-8, otherwise the hex unchanged. */
function textOf(raw: Hex): string {
  const bytes = Uint8Array.from(raw.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return raw;
  }
}

/** Shared by the wallet's request handlers. */
export interface WalletContext {
  store: WalletStore;
  approvals: Approvals;
  node: NodeGate;
  /** The requesting site. The wallet lives in the page, so it's always the page's own origin. */
  origin: string;
  /** Brings the wallet's window up again. */
  show: () => void;
}
