import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

export interface RpcCall {
  method: string;
  params: readonly unknown[];
}

/** A node's answer to a call: a result, or an error. */
export type RpcAnswer = { result: unknown } | { error: { code: number; message: string } };

/**
 * A fault: receives a call, may pass it on (changed, or several times), and returns that answer or another. Throwing `NoAnswer` makes the
 * client wait until its timeout; throwing `BrokenAnswer` sends it something invalid.
 */
export type Fault = (call: RpcCall, next: (call?: RpcCall) => Promise<RpcAnswer>) => Promise<RpcAnswer>;

export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly code = 'NO_ANSWER';
}

export class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer';
  readonly code = 'BROKEN_ANSWER';
  readonly status: number;
  readonly body: string;

  constructor(status: number, body: string) {
    super(`status ${status}`);
    this.status = status;
    this.body = body;
  }
}

export interface FaultyRpc {
  url: string;
  /** Adds a fault in front of the existing ones; returns a function that removes it. */
  inject(fault: Fault): () => void;
  /** Queries the node directly, bypassing all faults. */
  request(method: string, ...params: unknown[]): Promise<unknown>;
  /** Number of calls per method. */
  readonly calls: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

const requestSchema = z.object({ id: z.union([z.number(), z.string()]), method: z.string(), params: z.array(z.unknown()).default([]) });
const answerSchema = z.union([z.object({ error: z.object({ code: z.number(), message: z.string() }) }), z.object({ result: z.unknown() })]);

type Request = z.infer<typeof requestSchema>;

/** A JSON-RPC endpoint for a real node that fails on demand. */
export async function startFaultyRpc(nodeUrl: string): Promise<FaultyRpc> {
  const faults: Fault[] = [];
  const calls = new Map<string, number>();

  async function answer({ id, method, params }: Request): Promise<object> {
    calls.set(method, (calls.get(method) ?? 0) + 1);
    const base = (call: RpcCall): Promise<RpcAnswer> => forward(nodeUrl, call);
    const chain = faults.reduceRight<(call: RpcCall) => Promise<RpcAnswer>>(
      (next, fault) => (call) => fault(call, (changed) => next(changed ?? call)),
      base,
    );
    return { jsonrpc: '2.0', id, ...(await chain({ method, params })) };
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: unknown = JSON.parse(await readAll(request));
    try {
      const json = Array.isArray(body)
        ? await Promise.all(z.array(requestSchema).parse(body).map(answer))
        : await answer(requestSchema.parse(body));
      response.setHeader('content-type', 'application/json').end(JSON.stringify(json));
    } catch (error) {
      if (error instanceof NoAnswer) return;
      if (error instanceof BrokenAnswer) response.writeHead(error.status).end(error.body);
      // The node is gone, or pretends to be, so this endpoint is too.
      else request.socket.destroy();
    }
  }

  const server = createServer((request, response) => void serve(request, response));
  await listen(server);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    inject(fault) {
      faults.unshift(fault);
      return () => {
        const at = faults.indexOf(fault);
        if (at >= 0) faults.splice(at, 1);
      };
    },
    async request(method, ...params) {
      const said = await forward(nodeUrl, { method, params });
      if ('error' in said) throw new Error(`${method}: ${said.error.message}`);
      return said.result;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function forward(nodeUrl: string, { method, params }: RpcCall): Promise<RpcAnswer> {
  const response = await fetch(nodeUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return answerSchema.parse(await response.json());
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
