import { whenDrawn } from '../when-activated.ts';

/** A request to a chain's node (JSON-RPC 2.0). */
export interface RpcCall {
  method: string;
  params?: readonly unknown[];
}

export type RpcErrorCode =
  /** The node couldn't be reached, was too slow, or didn't speak JSON-RPC. */
  | 'UNREACHABLE'
  /** The node refused, for example because a call reverts. */
  | 'REFUSED';

export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: RpcErrorCode;
  /** The node's reason for refusing. */
  readonly refusal: { code: number; message: string; data: unknown } | undefined;

  constructor(code: RpcErrorCode, refusal?: RpcError['refusal'], cause?: unknown) {
    super(refusal?.message ?? code, { cause });
    this.code = code;
    this.refusal = refusal;
  }
}

export type RpcAnswer = { ok: true; result: unknown } | { ok: false; error: RpcError };

export interface JsonRpc {
  /** Sends all in one batch if the node accepts that; throws RpcError if it can't be reached. */
  batch(calls: readonly RpcCall[]): Promise<RpcAnswer[]>;
  /** Throws RpcError. */
  call(method: string, ...params: unknown[]): Promise<unknown>;
}

const PATIENCE_MS = 10_000;

export function createJsonRpc(url: string, timeoutMs = PATIENCE_MS): JsonRpc {
  let takesBatches = true;

  async function one({ method, params = [] }: RpcCall): Promise<RpcAnswer> {
    return readAnswer(await post(url, { jsonrpc: '2.0', id: 1, method, params }, timeoutMs));
  }

  async function batch(calls: readonly RpcCall[]): Promise<RpcAnswer[]> {
    if (!takesBatches) return Promise.all(calls.map(one));
    const body = calls.map(({ method, params = [] }, id) => ({ jsonrpc: '2.0', id, method, params }));
    const answers = await post(url, body, timeoutMs);
    if (!Array.isArray(answers)) {
      takesBatches = false;
      return Promise.all(calls.map(one));
    }
    // A node may answer in any order (JSON-RPC 2.0, section 6).
    const byId = new Map(answers.map((answer: unknown) => [idOf(answer), answer]));
    return calls.map((_call, id) => readAnswer(byId.get(id)));
  }

  return {
    batch,
    async call(method, ...params) {
      const answer = await one({ method, params });
      if (!answer.ok) throw answer.error;
      return answer.result;
    },
  };
}

async function post(url: string, body: unknown, timeoutMs: number): Promise<unknown> {
  await whenDrawn();
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return await response.json();
  } catch (cause) {
    throw new RpcError('UNREACHABLE', undefined, cause);
  }
}

function readAnswer(answer: unknown): RpcAnswer {
  if (typeof answer !== 'object' || answer === null) return { ok: false, error: new RpcError('UNREACHABLE') };
  if ('error' in answer && typeof answer.error === 'object' && answer.error !== null) return { ok: false, error: refusalOf(answer.error) };
  return 'result' in answer ? { ok: true, result: answer.result } : { ok: false, error: new RpcError('UNREACHABLE') };
}

function refusalOf(error: object): RpcError {
  const code = 'code' in error && typeof error.code === 'number' ? error.code : 0;
  const message = 'message' in error && typeof error.message === 'string' ? error.message : '';
  return new RpcError('REFUSED', { code, message, data: 'data' in error ? error.data : undefined });
}

function idOf(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : undefined;
}
