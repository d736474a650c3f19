import { type Context, Hono } from 'hono';
import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';
import { commitInTime } from './db/in-transaction.ts';
import { addCorsHeaders, answerOptions, answerRefusal, explainFailure, type Messages, pickLanguage } from './http/answer.ts';
import { clientKey } from './http/client-address.ts';
import { createCallLimiter, createShareCounts } from './http/limit-calls.ts';
import { Refusal } from './http/refusal.ts';
import { type Caller, readRoutedCall, type RouteTable, serveCall, type Serving, type Turns } from './http/serve-call.ts';
import { createServiceAnswers } from './http/service-answers.ts';
import { createAdmission, createFlightLimiter } from './http/turns.ts';
import { describeFailure } from './logging/describe-failure.ts';
import { mayReadMetrics, type Metrics, type MetricsAccess } from './metrics/create-metrics.ts';
import { answerCalendar } from './modules/notices/calendar-feed.ts';
import type { ProcessServices } from './provider-services.ts';
import type { FindSession } from './session.ts';

interface AppOptions {
  services: ProcessServices;
  findSession: FindSession;
  routes: RouteTable;
  messages: Messages;
  corsOrigins: readonly string[];
  deadlineMs: number;
  metrics: Metrics;
  metricsAccess: MetricsAccess;
}

interface Bindings {
  /** Null for the site's own reads. */
  clientAddress: string | null;
}

interface Variables {
  requestId: string;
  /** The request's name in the log: a call's path, never client input. */
  call: string;
}

type AppContext = Context<{ Bindings: Bindings; Variables: Variables }>;

type LimitCalls = ReturnType<typeof createCallLimiter>;

type App = Hono<{ Bindings: Bindings; Variables: Variables }>;

const BASE = '/api';
/** Of the deadline, for each of the two turns that a call waits for: what comes to its turn has time left. */
const PATIENCE_SHARE = 0.4;

/** The provider's HTTP interface: the contract's calls below /api, the router address, the API document, and monitoring. */
export function createApp(options: AppOptions): App {
  const { services } = options;
  const origins = new Set(options.corsOrigins);
  const limitCalls = createCallLimiter({
    callsPerMinute: services.limits.callsPerClient,
    clock: services.clock,
    share: createShareCounts(services.database),
    onFailure: (error) =>
      services.log.warn({ failure: describeFailure(error) }, 'the counts of busy clients could not be shared with other processes'),
  });
  const app: App = new Hono();
  logAnswers(app, options, origins);
  answerFailures(app, options);
  serveDocuments(app, services, origins);
  serveMetrics(app, options);
  const turns = createTurns(services, options.deadlineMs);
  serveCalendars(app, options, limitCalls, turns);
  serveCalls(app, options, origins, limitCalls, turns);
  return app;
}

function logAnswers(app: App, { services, metrics }: AppOptions, origins: ReadonlySet<string>): void {
  app.use(async (context, next) => {
    const startedAt = performance.now();
    context.set('requestId', createId());
    context.set('call', 'unknown path');
    await next();
    addCorsHeaders(context.res.headers, context.req.header('origin') ?? null, origins);
    const { status } = context.res;
    const entry = { requestId: context.get('requestId'), method: context.req.method, call: context.get('call'), status };
    const ms = performance.now() - startedAt;
    services.log.info({ ...entry, ms: Math.round(ms) }, 'answered');
    metrics.observeRequest(entry.call, status, ms / 1_000);
  });
}

function answerFailures(app: App, { services: { log }, messages }: AppOptions): void {
  app.onError((error, context) => {
    const refusal = explainFailure(error);
    const requestId = context.get('requestId');
    if (refusal.code === 'INTERNAL_ERROR' || refusal.cause !== undefined) {
      log[refusal.code === 'INTERNAL_ERROR' ? 'error' : 'warn'](
        { requestId, code: refusal.code, failure: describeFailure(refusal.cause) },
        'failed',
      );
    }
    return answerRefusal(refusal, requestId, pickLanguage(context.req.header('accept-language') ?? null), messages);
  });
  app.notFound(() => {
    throw new Refusal('NOT_FOUND');
  });
}

function serveDocuments(app: App, services: ProcessServices, origins: ReadonlySet<string>): void {
  for (const [path, answer] of createServiceAnswers(services, `${services.site.uri}${BASE}`)) {
    app.all(`${BASE}${path}`, (context) => {
      context.set('call', `GET ${path}`);
      if (context.req.method === 'OPTIONS') return answerOptions(['GET', 'HEAD'], context.req.header('origin') ?? null, origins);
      requireReading(context);
      return answer(context.get('requestId'));
    });
  }
}

function serveMetrics(app: App, { services, metrics, metricsAccess }: AppOptions): void {
  app.all(`${BASE}/metrics`, async (context) => {
    // Hidden from those who may not read them.
    if (!mayReadMetrics(metricsAccess, context.req.raw.headers, context.env.clientAddress ?? '')) throw new Refusal('NOT_FOUND');
    context.set('call', 'GET /metrics');
    requireReading(context);
    const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' };
    return new Response(await metrics.render(services), { headers });
  });
}

function serveCalendars(app: App, { services, deadlineMs }: AppOptions, limitCalls: LimitCalls, { ofClient, admit }: Turns): void {
  app.all(`${BASE}/calendar/:file`, async (context) => {
    // The address is the member's secret, so the log has no more of it than this.
    context.set('call', 'GET /calendar');
    requireReading(context);
    const { clientAddress } = context.env;
    if (clientAddress !== null) limitCalls(clientAddress);
    // Whoever knows the address has shown no session.
    const serve = (): Promise<Response> => admit('ANYBODY', () => answerCalendar(services, context.req.param('file')));
    return commitInTime(() => (clientAddress === null ? serve() : ofClient(clientKey(clientAddress), serve)), deadlineMs);
  });
}

function serveCalls(
  app: App,
  { services, findSession, routes, deadlineMs }: AppOptions,
  origins: ReadonlySet<string>,
  limitCalls: LimitCalls,
  turns: Turns,
): void {
  const serving: Serving = { services, turns, findSession };
  const serve = (context: AppContext, method: string, path: string, search: string): Promise<Response> => {
    const call = routes.find(method, path);
    context.set('call', `${call.definition.method} ${path}`);
    const { clientAddress } = context.env;
    if (clientAddress !== null) limitCalls(clientAddress);
    const caller: Caller = {
      request: context.req.raw,
      search,
      clientAddress,
      requestId: context.get('requestId'),
    };
    return commitInTime(() => serveCall(serving, call, caller), deadlineMs);
  };

  app.all(`${BASE}/router`, (context) => {
    if (context.req.method === 'OPTIONS') return answerOptions(['POST'], context.req.header('origin') ?? null, origins);
    if (context.req.method !== 'POST') throw new Refusal('METHOD_NOT_ALLOWED', { headers: { allow: 'POST' } });
    const routed = readRoutedCall(context.req.raw.headers);
    return serve(context, routed.method, routed.path, routed.search);
  });

  app.all(`${BASE}/*`, (context) => {
    const { pathname, search } = new URL(context.req.url);
    const path = pathname.slice(BASE.length);
    if (context.req.method === 'OPTIONS') {
      const methods = routes.methodsOf(path);
      if (methods.length === 0) throw new Refusal('NOT_FOUND');
      return answerOptions(methods, context.req.header('origin') ?? null, origins);
    }
    return serve(context, context.req.method, path, search);
  });
}

function createTurns({ limits }: ProcessServices, deadlineMs: number): Turns {
  const line = {
    atOnceBesideOthers: limits.callsAtOnceBesideOthers,
    waiting: limits.callsPerClient,
    patienceMs: PATIENCE_SHARE * deadlineMs,
  };
  return {
    ofClient: createFlightLimiter({ ...line, atOnce: limits.callsAtOncePerClient }),
    ofMember: createFlightLimiter({ ...line, atOnce: limits.callsAtOncePerMember }),
    admit: createAdmission({
      atOnce: limits.strangersAtOnce,
      atOnceBesideMembers: limits.strangersAtOnceBesideMembers,
      waiting: limits.strangersWaiting,
    }),
  };
}

function requireReading({ req }: Pick<AppContext, 'req'>): void {
  if (!['GET', 'HEAD'].includes(req.method)) throw new Refusal('METHOD_NOT_ALLOWED', { headers: { allow: 'GET, HEAD' } });
}

const LENGTH = 16;
const pool = new Uint8Array(256 * LENGTH);
let used = pool.length;

/** A UUIDv7 for the current time. Uses pooled randomness: asking the system each time took a twelfth of a read. */
function createId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + LENGTH);
  used += LENGTH;
  return v7({ random });
}
