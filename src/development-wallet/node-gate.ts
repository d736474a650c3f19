import { callNode } from './chain-node.ts';
import { rpcCodes, RpcError } from './rpc-error.ts';
import { chainOf } from './wallet-state.ts';
import type { WalletStore } from './wallet-store.ts';

export interface NodeGate {
  /** URL of the current network's node. */
  rpcUrl(): string;
  request(method: string, params: readonly unknown[]): Promise<unknown>;
}

/** Sends requests to the node and tells the page when it is lost and found again (EIP-1193 `disconnect` and `connect`). */
export function createNodeGate(store: WalletStore, emit: (event: string, payload: unknown) => void): NodeGate {
  let isLost = false;
  const rpcUrl = (): string => {
    const url = chainOf(store.get())?.rpcUrl;
    if (!url) throw new RpcError(rpcCodes.chainDisconnected, 'the wallet has no node for this network');
    return url;
  };
  const recordState = (lost: boolean, error?: RpcError): void => {
    if (lost === isLost) return;
    isLost = lost;
    if (lost) emit('disconnect', error);
    else emit('connect', { chainId: `0x${store.get().chainId.toString(16)}` });
  };
  return {
    rpcUrl,
    request: async (method, params) => {
      try {
        const result = await callNode(rpcUrl(), method, params);
        recordState(false);
        return result;
      } catch (error) {
        if (error instanceof RpcError && error.code === rpcCodes.disconnected) recordState(true, error);
        throw error;
      }
    },
  };
}
