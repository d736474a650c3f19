import { z } from 'zod';

export interface SocketLimits {
  /** Sockets of all clients together. */
  total: number;
  /** Sockets of one client; Infinity behind a proxy, which opens them for everyone. */
  perClient: number;
  /** Requests sent on one socket before their answers. Browsers and proxies send one. */
  pipelined: number;
  /** A request's headers must be complete within this time after the connection or the previous response. */
  headersMs: number;
  /** Headers and body together. */
  requestMs: number;
  /** How long a connection without a request is kept. */
  idleMs: number;
  /** A handler that sends nothing is cut off after this time. */
  silentMs: number;
  /** Pending output must be read within this time plus one second for each `bytesPerSecond`. */
  readMs: number;
  bytesPerSecond: number;
  /** How often all these times are checked. Node's default of 30 s lets slow headers live four times as long as allowed. */
  checkMs: number;
}

export interface SocketSettings {
  socketsOverall: number;
  socketsPerClient: number;
  trustedProxies: number;
}

export const defaultSocketSettings = { socketsOverall: 4_096, socketsPerClient: 256 } as const;

/** Left for connections to database and chain, files and the log. */
const OTHER_DESCRIPTORS = 256;

/**
 * The total stays below the process's descriptor limit: without free descriptors it could neither accept connections nor query its
 * database.
 */
export function socketLimits(settings: SocketSettings, descriptors: number | undefined): SocketLimits {
  const most = descriptors === undefined ? Infinity : descriptors - Math.min(OTHER_DESCRIPTORS, Math.floor(descriptors / 2));
  return {
    total: Math.min(settings.socketsOverall, most),
    perClient: settings.trustedProxies > 0 ? Infinity : settings.socketsPerClient,
    pipelined: 16,
    headersMs: 10_000,
    requestMs: 30_000,
    idleMs: 5_000,
    silentMs: 60_000,
    readMs: 30_000,
    bytesPerSecond: 4_096,
    checkMs: 1_000,
  };
}

const report = z.object({ userLimits: z.object({ open_files: z.object({ soft: z.union([z.number(), z.literal('unlimited')]) }) }) });

/**
 * This process's limit of open files and sockets, or `undefined` if there is none. Node raises its soft limit to the hard one at start, so
 * it may differ from `ulimit -n`.
 */
export function descriptorLimit(): number | undefined {
  // Otherwise the report resolves the names of all connected addresses.
  const before: unknown = Reflect.get(process.report, 'excludeNetwork');
  Reflect.set(process.report, 'excludeNetwork', true);
  try {
    const found = report.safeParse(process.report.getReport());
    const soft = found.data?.userLimits.open_files.soft;
    return typeof soft === 'number' ? soft : undefined;
  } finally {
    Reflect.set(process.report, 'excludeNetwork', before);
  }
}
