import { type Context, Hono } from 'hono';
import { createId } from './create-id.ts';
import { answerCalendar } from './http/answer-calendar.ts';
import { answerRefusal } from './http/answer.ts';
import { addCorsHeaders, answerOptions } from './http/cors.ts';
import { explainFailure } from './http/explain-failure.ts';
import { describeFailure } from './logging/describe-failure.ts';
import { createCallLimiter } from './http/limit-calls.ts';
import { createFlightLimiter } from './http/limit-flights.ts';
import { type Messages } from './http/messages.ts';
import { createServiceAnswers } from './http/service-answers.ts';
import { pickLanguage } from './http/pick-language.ts';
import { readRoutedCall } from './http/read-routed-call.ts';
import { Refusal } from './http/refusal.ts';
import { type RouteTable } from './http/route-table.ts';
import { type Caller, serveCall, type Turns } from './http/serve-call.ts';
import { createShareCounts } from './http/share-counts.ts';
import { withDeadline } from './http/with-deadline.ts';
import { type Metrics } from './metrics/create-metrics.ts';
import { mayReadMetrics, type MetricsAccess } from './metrics/may-read-metrics.ts';
import { type ProcessServices } from './provider-services.ts';

export interface AppOptions {
  services: ProcessServices;
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

export type App = Hono<{ Bindings: Bindings; Variables: Variables }>;

const BASE = '/api';

/** The provider's HTTP interface: the contract's calls below /api, the router address, the API document, and monitoring. */
export function createApp({ services, routes, messages, corsOrigins, deadlineMs, metrics, metricsAccess }: AppOptions): App {
  const origins = new Set(corsOrigins);
  const limitCalls = createCallLimiter({
    callsPerMinute: services.limits.callsPerClient,
    clock: services.clock,
    share: createShareCounts(services.database),
    onFailure: (error) => services.log.warn({ failure: describeFailure(error) }, 'other processes could not be told of busy clients'),
  });
  const {
    callsPerClient: waiting,
    callsAtOncePerClient,
    callsAtOncePerMember,
    callsAtOnceBesideOthers: atOnceBesideOthers,
  } = services.limits;
  const line = { atOnceBesideOthers, waiting, patienceMs: deadlineMs };
  const turns: Turns = {
    ofClient: createFlightLimiter({ ...line, atOnce: callsAtOncePerClient }),
    ofMember: createFlightLimiter({ ...line, atOnce: callsAtOncePerMember }),
  };
  const app: App = new Hono();

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

  app.onError((error, context) => {
    const refusal = explainFailure(error);
    const requestId = context.get('requestId');
    if (refusal.code === 'INTERNAL_ERROR' || refusal.cause !== undefined) {
      services.log[refusal.code === 'INTERNAL_ERROR' ? 'error' : 'warn'](
        { requestId, code: refusal.code, failure: describeFailure(refusal.cause) },
        'failed',
      );
    }
    return answerRefusal(refusal, requestId, pickLanguage(context.req.header('accept-language') ?? null), messages);
  });
  app.notFound(() => {
    throw new Refusal('NOT_FOUND');
  });

  for (const [path, answer] of createServiceAnswers(services, `${services.site.uri}${BASE}`)) {
    app.all(`${BASE}${path}`, (context) => {
      context.set('call', `GET ${path}`);
      if (context.req.method === 'OPTIONS') return answerOptions(['GET', 'HEAD'], context.req.header('origin') ?? null, origins);
      if (!['GET', 'HEAD'].includes(context.req.method)) throw new Refusal('METHOD_NOT_ALLOWED', { headers: { allow: 'GET, HEAD' } });
      return answer(context.get('requestId'));
    });
  }

  app.all(`${BASE}/metrics`, async (context) => {
    // Hidden from those who may not read them.
    if (!mayReadMetrics(metricsAccess, context.req.raw.headers, context.env.clientAddress ?? '')) throw new Refusal('NOT_FOUND');
    context.set('call', 'GET /metrics');
    if (!['GET', 'HEAD'].includes(context.req.method)) throw new Refusal('METHOD_NOT_ALLOWED', { headers: { allow: 'GET, HEAD' } });
    const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' };
    return new Response(await metrics.render(services), { headers });
  });

  app.all(`${BASE}/calendar/:file`, async (context) => {
    // The address is the member's secret, so the log has no more of it than this.
    context.set('call', 'GET /calendar');
    if (!['GET', 'HEAD'].includes(context.req.method)) throw new Refusal('METHOD_NOT_ALLOWED', { headers: { allow: 'GET, HEAD' } });
    const { clientAddress } = context.env;
    if (clientAddress !== null) limitCalls(clientAddress);
    return answerCalendar(services, context.req.param('file'));
  });

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
    return withDeadline(serveCall(services, turns, call, caller), deadlineMs);
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
  return app;
}
