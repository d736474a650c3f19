import type { ChainEndpoints } from '../lib/chain/product-chain.ts';
import type { RequestArguments } from '../lib/chain/wallets/eip1193.ts';
import { createApprovals, type Approvals } from './approvals.ts';
import {
  addChain,
  connect,
  disconnect,
  permissions,
  sendTransaction,
  signText,
  signTypedData,
  switchChain,
  type WalletContext,
  watchAsset,
} from './wallet-requests.ts';
import { createNodeGate } from './chain-node.ts';
import { rpcCodes, RpcError } from './rpc-error.ts';
import { chainOf, createWalletStore, exposedAccounts, type WalletState, type WalletStore } from './wallet-state.ts';

export interface Wallet {
  request(args: RequestArguments): Promise<unknown>;
}

export interface WindowParts {
  store: WalletStore;
  approvals: Approvals;
}

/** Opens the wallet's window. `show` is called when there is something new to show, and to bring up a pending request again. */
export type OpenWindow = (parts: WindowParts) => { show: () => void };

/** The development wallet: its state, its window and the EIP-1193 requests it supports. */
export function createWallet(
  emit: (event: string, payload: unknown) => void,
  endpoints: Pick<ChainEndpoints, 'rpcUrl'>,
  openWindow: OpenWindow,
): Wallet {
  const store = createWalletStore(endpoints);
  const approvals = createApprovals(() => walletWindow.show());
  const node = createNodeGate(store, emit);
  const walletWindow = openWindow({ store, approvals });
  const context: WalletContext = { store, approvals, node, origin: location.origin, show: () => walletWindow.show() };

  store.subscribe((state, before) => emitChanges(emit, state, before));
  emit('connect', { chainId: hexId(store.get()) });
  return { request: (args) => answer(context, args) };
}

type Handler = (context: WalletContext, params: readonly unknown[]) => unknown;

const handlers: Readonly<Record<string, Handler>> = {
  eth_chainId: ({ store }) => hexId(store.get()),
  net_version: ({ store }) => String(store.get().chainId),
  eth_accounts: ({ store, origin }) => exposedAccounts(store.get(), origin),
  eth_coinbase: ({ store, origin }) => exposedAccounts(store.get(), origin)[0] ?? null,
  eth_requestAccounts: connect,
  wallet_requestPermissions: async (context) => {
    await connect(context);
    return permissions(context);
  },
  wallet_getPermissions: permissions,
  wallet_revokePermissions: disconnect,
  personal_sign: signText,
  eth_signTypedData_v4: signTypedData,
  eth_sendTransaction: sendTransaction,
  wallet_switchEthereumChain: switchChain,
  wallet_addEthereumChain: addChain,
  wallet_watchAsset: watchAsset,
};

async function answer(context: WalletContext, { method, params = [] }: RequestArguments): Promise<unknown> {
  const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
  if (handler) return await handler(context, params);
  if (!isRead(method)) throw new RpcError(rpcCodes.unsupportedMethod, `the wallet does not do ${method}`);
  return await context.node.request(method, params);
}

/** Requests passed on to the node: reads, and transactions signed elsewhere. Never the node's own accounts or its developer methods. */
function isRead(method: string): boolean {
  return /^(eth|net|web3)_\w+$/.test(method) && !/^eth_(sign|sendTransaction|sendUnsigned)/.test(method);
}

function emitChanges(emit: (event: string, payload: unknown) => void, state: WalletState, before: WalletState): void {
  const [accounts, accountsBefore] = [exposedAccounts(state, location.origin), exposedAccounts(before, location.origin)];
  if (accounts[0] !== accountsBefore[0]) emit('accountsChanged', accounts);
  if (chainOf(state)?.id !== chainOf(before)?.id) emit('chainChanged', hexId(state));
}

function hexId({ chainId }: WalletState): string {
  return `0x${chainId.toString(16)}`;
}
