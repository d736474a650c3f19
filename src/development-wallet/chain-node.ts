import { isRecord, rpcCodes, RpcError } from './rpc-error.ts';
import { chainOf, type WalletStore } from './wallet-state.ts';

/** Sends a request to a chain's node and keeps the error codes of its replies. */
export async function callNode(rpcUrl: string, method: string, params: readonly unknown[] = []): Promise<unknown> {
  const answer = await post(rpcUrl, { jsonrpc: '2.0', id: 1, method, params });
  if (!isRecord(answer)) throw new RpcError(rpcCodes.disconnected, 'the node answers no JSON-RPC');
  if (isRecord(answer.error)) throw nodeError(answer.error);
  return answer.result ?? null;
}

async function post(rpcUrl: string, body: unknown): Promise<unknown> {
  try {
    const response = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    return await response.json();
  } catch (cause) {
    throw new RpcError(rpcCodes.disconnected, 'the node does not answer', cause);
  }
}

function nodeError({ code, message, data }: Record<string, unknown>): RpcError {
  return new RpcError(typeof code === 'number' ? code : -32603, typeof message === 'string' ? message : 'the node refused', data);
}

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
