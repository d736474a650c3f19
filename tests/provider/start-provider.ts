import { Pool } from 'pg';
import { expect, inject, onTestFinished } from 'vitest';
import type { SentDataOf } from '../../src/lib/api/contract/define-call.ts';
import { createLogger } from '../../provider/logging/create-logger.ts';
import { createProvider, type Provider } from '../../provider/create-provider.ts';
import type { ProviderOptions } from '../../provider/provider-options.ts';
import { calls } from '../../provider/handlers.ts';
import { asSent } from '../support/as-sent.ts';
import type { LeasedDatabase } from '../support/leased-database.ts';
import { migratedDatabase, preparedDatabase } from '../support/migrated-database.ts';
import { asServerRole } from '../support/server-role.ts';

export const SITE_URL = 'https://jufi.example';

type Calls = typeof calls;
type CallName = keyof Calls;

export interface TestProvider {
  /** Makes a call that must succeed, and returns its data after validating it against the contract. */
  call: <Name extends CallName>(name: Name, options?: CallOptions) => Promise<SentDataOf<Calls[Name]>>;
  /** Makes a call and returns any response. */
  send: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  raw: (request: Request, address?: string) => Promise<Response>;
  /** For inspecting the database, and for what only an operator could do. */
  pool: Pool;
  databaseUrl: string;
  provider: Provider;
  /** The provider's log, line by line. */
  logged: string[];
  time: { now: Date; advance: (ms: number) => void };
}

export interface CallOptions {
  query?: Record<string, string>;
  body?: unknown;
  token?: string | undefined;
  language?: string;
  headers?: Record<string, string>;
  clientAddress?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  code: unknown;
  message: unknown;
  detail: unknown;
  data: unknown;
  requestId: unknown;
}

/** A provider on a new database, with a clock controlled by the test; removed after the test. */
export async function startProvider(options: Partial<ProviderOptions> = {}): Promise<TestProvider> {
  const { stop, ...provider } = await openProvider(options);
  onTestFinished(stop);
  return provider;
}

/** A provider shared by several tests. */
export async function openProvider({ databaseUrl, ...options }: Partial<ProviderOptions> = {}): Promise<
  TestProvider & { stop: () => Promise<void> }
> {
  const time = {
    now: new Date('2026-11-21T09:00:00.000Z'),
    advance: (ms: number): void => {
      time.now = new Date(time.now.getTime() + ms);
    },
  };
  // Other environments run jobs, whose tables only the owner may create.
  const isPrepared =
    databaseUrl === undefined && options.jobs === undefined && (options.environment === undefined || options.environment === 'test');
  const database = isPrepared ? await preparedDatabase(time.now, options.economy) : await ownDatabase(databaseUrl);
  const logged: string[] = [];
  const provider = await createProvider({
    databaseUrl: asServerRole(database.url),
    ...(!isPrepared && { ownerUrl: database.url }),
    siteUrl: SITE_URL,
    chainRpcUrl: inject('chainUrl'),
    environment: 'test',
    clock: () => time.now,
    log: createLogger({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
    pause: () => Promise.resolve(),
    ...(database.openPool && { openPool: database.openPool }),
    ...options,
    // Whoever tests with hundreds of members tests something else.
    limits: { signUpsPerNetwork: 1e9, signUpsOverall: 1e9, ...options.limits },
  });
  const { pool } = database;
  const stop = async (): Promise<void> => {
    await provider.close();
    await database.release();
  };
  const raw = (request: Request, address = '203.0.113.7'): Promise<Response> => provider.fetch(request, { address });
  const send = async (method: string, path: string, given: CallOptions = {}): Promise<Answer> => {
    const response = await raw(composeRequest(method, path, given), given.clientAddress);
    return readAnswer(response);
  };
  const call = async <Name extends CallName>(name: Name, given: CallOptions = {}): Promise<SentDataOf<Calls[Name]>> => {
    const definition: Calls[Name] = calls[name];
    const answer = await send(definition.method, definition.path, given);
    expect(answer, `${definition.method} ${definition.path}`).toMatchObject({ status: 200, code: 0, message: 'OK' });
    const sent = asSent(definition.output.parse(answer.data));
    expect(answer.data).toMatchObject(sent);
    return sent as SentDataOf<Calls[Name]>;
  };
  return { call, send, raw, pool, databaseUrl: database.url, provider, logged, time, stop };
}

/** The one at the address, or a new one for which the provider opens its own connections. */
async function ownDatabase(url?: string): Promise<Omit<LeasedDatabase, 'openPool'> & { openPool?: undefined }> {
  const database = url === undefined ? await migratedDatabase() : { url, drop: () => Promise.resolve() };
  // Not the product's: tests count its connections by their name.
  const pool = new Pool({ connectionString: database.url, max: 6 });
  pool.on('error', () => undefined);
  return {
    url: database.url,
    pool,
    release: async () => {
      await pool.end();
      await database.drop();
    },
  };
}

export function composeRequest(method: string, path: string, { query = {}, body, token, language, headers }: CallOptions): Request {
  const search = new URLSearchParams(query).toString();
  const all = new Headers({ 'content-type': 'application/json', platform: 'WEB', ...headers });
  if (token !== undefined) all.set('authorization', `Bearer ${token}`);
  if (language !== undefined) all.set('accept-language', language);
  const url = `${SITE_URL}/api${path}${search === '' ? '' : `?${search}`}`;
  return new Request(url, { method, headers: all, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const json: unknown = text === '' ? {} : JSON.parse(text);
  if (typeof json !== 'object' || json === null) throw new Error(`no answer of ours: ${text}`);
  const fields = new Map<string, unknown>(Object.entries(json));
  const of = (name: string): unknown => fields.get(name);
  return {
    status: response.status,
    headers: response.headers,
    code: of('code'),
    message: of('message'),
    detail: of('detail'),
    data: of('data'),
    requestId: of('requestId'),
  };
}
