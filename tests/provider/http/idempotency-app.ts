import { randomUUID } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { pino } from 'pino';
import { createApp } from '../../../provider/app.ts';
import { openChainNodes } from '../../../provider/chain-nodes.ts';
import { createChainReader } from '../../../provider/chain-reader.ts';
import { createDatabase, type Transaction } from '../../../provider/db/database.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { handleOnce, type Handler, type OnceHandlerParts } from '../../../provider/http/handler.ts';
import { loadMessages } from '../../../provider/http/answer.ts';
import { createMetrics } from '../../../provider/metrics/create-metrics.ts';
import { createRouteTable } from '../../../provider/http/serve-call.ts';
import { findSession } from '../../../provider/modules/account/sessions.ts';
import { signInSite } from '../../../provider/modules/account/sign-in-message.ts';
import { openPriceSource } from '../../../provider/price/price-source.ts';
import { defaultLimits, type Limits, type ProcessServices } from '../../../provider/provider-services.ts';
import { createTermsBook } from '../../../provider/terms/terms-book.ts';
import { type CallDefinition, defineCall } from '../../../src/lib/api/contract/define-call.ts';
import { z } from '../../../src/lib/api/contract/zod.ts';
import { type Answer, composeRequest, readAnswer, SITE_URL, type TestProvider } from '../start-provider.ts';

/** A test call that records each execution. */
export const tally = defineCall({
  method: 'POST',
  path: '/tests/tally',
  auth: 'session',
  idempotent: true,
  body: z.strictObject({ what: z.string() }),
  output: z.object({ number: z.int(), what: z.string() }),
  errors: ['POOL_DRAINED', 'NOTHING_TO_CLAIM'],
});

/** The same call without a key. */
export const note = defineCall({ ...tally, path: '/tests/note', idempotent: false });

export type TallyParts<Prepared = undefined> = OnceHandlerParts<typeof tally, Prepared>;

export interface TallyProcess {
  send: (body: object, key?: string | null, options?: { token?: string; language?: string; path?: string }) => Promise<Answer>;
  services: ProcessServices;
}

/** Another process of the provider, with its own connections, that knows the test calls. */
export async function startTally<Prepared = undefined>(
  shared: TestProvider,
  token: string,
  parts: TallyParts<Prepared>,
  limits: Partial<Limits> = {},
): Promise<TallyProcess> {
  const pool = createPool(shared.databaseUrl);
  onTestFinished(() => pool.end());
  const database = createDatabase(pool);
  const clock = () => shared.time.now;
  const services: ProcessServices = {
    database,
    clock,
    chain: createChainReader(inject('chainUrl')),
    nodes: openChainNodes(inject('chainUrl')),
    clockWatch: { offsetMs: () => Promise.resolve(0), isRight: () => Promise.resolve(true) },
    prices: openPriceSource({ exchange: undefined, database, clock, rpcUrl: inject('chainUrl') }),
    tokenAddresses: { JU: null, JUF: null, USDT: null },
    vault: null,
    push: null,
    site: signInSite(SITE_URL, 210_000),
    terms: createTermsBook(),
    limits: { ...defaultLimits, callsPerClient: 100_000, ...limits },
    log: pino({ level: 'silent' }),
    pause: () => Promise.resolve(),
  };
  const plain: Handler<typeof note> = ({ body }) => Promise.resolve({ number: 0, what: body.what });
  const handlers: Record<string, unknown> = { tally: handleOnce(parts), note: plain };
  const app = createApp({
    services,
    findSession,
    routes: createRouteTable({ tally, note }, (name) => handlers[name] as Handler<CallDefinition>),
    messages: await loadMessages(),
    corsOrigins: [],
    deadlineMs: 15_000,
    metrics: createMetrics(),
    metricsAccess: { token: undefined, loopback: false },
  });
  const send: TallyProcess['send'] = async (body, key = randomUUID(), options = {}) => {
    const headers = key === null ? {} : { 'idempotency-key': key };
    const request = composeRequest('POST', options.path ?? tally.path, { token, ...options, body, headers });
    return readAnswer(await app.fetch(request, { clientAddress: '203.0.113.8' }));
  };
  return { send, services };
}

/** Executes the call: inserts a row, which counts executions. */
export async function count(transaction: Transaction, what: string): Promise<{ number: number; what: string }> {
  const { rows } = await transaction.$client.query<{ number: number }>('insert into tally (what) values ($1) returning number', [what]);
  return { number: rows[0]?.number ?? Number.NaN, what };
}
