import { BrokenAnswer, type Fault, NoAnswer, type RpcAnswer, type RpcCall } from './faulty-rpc.ts';

/** Returns a number between 0 and 1; seed it if a test must be repeatable. */
export type Random = () => number;

type Method = string | RegExp;

/** mulberry32: small, and the same everywhere. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Affects only some calls. */
export function sometimes(random: Random, share: number, fault: Fault): Fault {
  return (call, next) => (random() < share ? fault(call, next) : next());
}

/** Affects only the first calls. */
export function first(times: number, method: Method, fault: Fault): Fault {
  let left = times;
  return (call, next) => {
    if (left === 0 || !matches(call, method)) return next();
    left -= 1;
    return fault(call, next);
  };
}

export function only(method: Method, fault: Fault): Fault {
  return (call, next) => (matches(call, method) ? fault(call, next) : next());
}

/** The node executes the call, but the response is lost. */
export const silentAfterwards: Fault = async (_call, next) => {
  await next();
  throw new NoAnswer();
};

export const silent: Fault = () => Promise.reject(new NoAnswer());

/** The connection breaks before the node receives anything. */
export const broken: Fault = () => Promise.reject(new Error('the connection broke'));

/** The connection breaks after the node has executed the call. */
export const brokenAfterwards: Fault = async (_call, next) => {
  await next();
  throw new Error('the connection broke');
};

export function says(status: number, body: string): Fault {
  return () => Promise.reject(new BrokenAnswer(status, body));
}

export function refuses(code: number, message: string): Fault {
  return () => Promise.resolve({ error: { code, message } });
}

/** Responses arrive out of order. */
export function delayed(random: Random, longestMs: number): Fault {
  return async (_call, next) => {
    const answer = await next();
    await new Promise((resolve) => setTimeout(resolve, random() * longestMs));
    return answer;
  };
}

/** Like public nodes, whose error messages differ. */
export function limitedLogRange(mostBlocks: number, message = 'query exceeds max block range'): Fault {
  return (call, next) => {
    const range = logRange(call);
    if (range === undefined || range.to - range.from + 1 <= mostBlocks) return next();
    return Promise.resolve({ error: { code: -32_005, message } });
  };
}

export function limitedLogCount(most: number): Fault {
  return onLogs((logs) => (logs.length <= most ? logs : { error: { code: -32_005, message: `query returned more than ${most} results` } }));
}

export function droppedLogs(random: Random, share: number): Fault {
  return onLogs((logs) => logs.filter(() => random() >= share));
}

export function duplicatedLogs(random: Random, share: number): Fault {
  return onLogs((logs) => logs.flatMap((log) => (random() < share ? [log, log] : [log])));
}

export function shuffledLogs(random: Random): Fault {
  return onLogs((logs) =>
    logs
      .map((log) => ({ log, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ log }) => log),
  );
}

/**
 * A load balancer in front of nodes of which some lag: each call goes to one behind by up to `mostBlocks`. For blocks it doesn't have yet,
 * it returns nothing, as most nodes do, or an error for their logs if `honest`.
 */
export function laggingNodes(random: Random, mostBlocks: number, { honest = false } = {}): Fault {
  return async (call, next) => {
    const lag = BigInt(Math.floor(random() * (mostBlocks + 1)));
    if (lag === 0n) return next();
    const newest = readHex(await next({ method: 'eth_blockNumber', params: [] }));
    const head = newest > lag ? newest - lag : 0n;
    if (call.method === 'eth_blockNumber') return { result: toHex(head) };
    if (call.method === 'eth_sendRawTransaction') return next();
    if (call.method === 'eth_getLogs') return laggingLogs(call, next, head, honest);
    const params = call.params.map((param) => (param === 'latest' || param === 'pending' ? toHex(head) : param));
    const answer = await next({ method: call.method, params });
    return isBeyond(answer, head) ? { result: null } : answer;
  };
}

async function laggingLogs(call: RpcCall, next: (call?: RpcCall) => Promise<RpcAnswer>, head: bigint, honest: boolean): Promise<RpcAnswer> {
  const range = logRange(call);
  if (honest && range !== undefined && BigInt(range.to) > head)
    return { error: { code: -32_000, message: 'block range extends beyond current head block' } };
  return onLogs((logs) => logs.filter((log) => BigInt(String(fieldOf(log, 'blockNumber'))) <= head))(call, next);
}

function isBeyond(answer: RpcAnswer, head: bigint): boolean {
  if (!('result' in answer)) return false;
  const number = fieldOf(answer.result, 'blockNumber') ?? fieldOf(answer.result, 'number');
  return typeof number === 'string' && BigInt(number) > head;
}

function onLogs(change: (logs: readonly unknown[]) => readonly unknown[] | { error: { code: number; message: string } }): Fault {
  return async (call, next) => {
    const answer = await next();
    if (call.method !== 'eth_getLogs' || !('result' in answer) || !Array.isArray(answer.result)) return answer;
    const logs: unknown[] = answer.result;
    const changed = change(logs);
    return 'error' in changed ? changed : { result: changed };
  };
}

function logRange({ method, params: [filter] }: RpcCall): { from: number; to: number } | undefined {
  if (method !== 'eth_getLogs') return undefined;
  const [from, to] = [fieldOf(filter, 'fromBlock'), fieldOf(filter, 'toBlock')];
  if (typeof from !== 'string' || typeof to !== 'string' || !from.startsWith('0x') || !to.startsWith('0x')) return undefined;
  return { from: Number(from), to: Number(to) };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)).get(name) : undefined;
}

function matches({ method }: RpcCall, wanted: Method): boolean {
  return typeof wanted === 'string' ? method === wanted : wanted.test(method);
}

function readHex(answer: RpcAnswer): bigint {
  if (!('result' in answer) || typeof answer.result !== 'string') throw new Error('the node does not say how many blocks it has');
  return BigInt(answer.result);
}

function toHex(value: bigint): string {
  return `0x${value.toString(16)}`;
}
