import { isRecord, rpcCodes, RpcError } from './rpc-error.ts';

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
