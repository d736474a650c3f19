import { sql } from 'drizzle-orm';
import type { NodeState } from '../chain-nodes.ts';
import { readWatchState, type WatchState } from '../chain-watch/watch-store.ts';
import { createOpenApiDocument } from '../open-api/open-api.ts';
import type { ProcessServices } from '../provider-services.ts';
import { createReferencePage } from '../open-api/reference-page.ts';
import { answerSuccess } from './answer.ts';
import { Refusal } from './refusal.ts';
import { withDeadline } from './with-deadline.ts';

/** Responses outside the contract, by path: the API document and its page, liveness, readiness, and status. */
type ServiceAnswers = ReadonlyMap<string, (requestId: string) => Response | Promise<Response>>;

const DOCUMENT_CACHE = { 'cache-control': 'public, max-age=300' };

export function createServiceAnswers(services: ProcessServices, baseUrl: string): ServiceAnswers {
  const documents = makeOnce(() => {
    const document = createOpenApiDocument({ serverUrl: baseUrl });
    return { text: JSON.stringify(document), page: createReferencePage(document) };
  });
  const readinessOnce = shareWhileRunning(() => readReadiness(services));
  const statusOnce = shareWhileRunning(() => readStatus(services));
  const live = (requestId: string): Response => answerSuccess({ status: 'UP' }, requestId, 'private');
  return new Map<string, (requestId: string) => Response | Promise<Response>>([
    [
      '/openapi.json',
      () => new Response(documents().text, { headers: { 'content-type': 'application/json; charset=utf-8', ...DOCUMENT_CACHE } }),
    ],
    [
      '/docs',
      () => {
        const { html, contentSecurityPolicy } = documents().page;
        return new Response(html, {
          headers: {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': contentSecurityPolicy,
            'x-content-type-options': 'nosniff',
            ...DOCUMENT_CACHE,
          },
        });
      },
    ],
    ['/health', live],
    ['/live', live],
    [
      '/ready',
      async (requestId) => {
        const readiness = await readinessOnce();
        if (readiness.database === 'UP' && readiness.clock === 'RIGHT') return answerSuccess(readiness, requestId, 'private');
        throw new Refusal('SERVICE_UNAVAILABLE', { detail: { ...readiness } });
      },
    ],
    ['/status', async (requestId) => answerSuccess(await statusOnce(), requestId, 'private')],
  ]);
}

/** Made when somebody first asks: it takes up to a quarter of a second, and most processes are never asked. */
function makeOnce<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

/** These are public and unlimited, so concurrent requests share one check. */
function shareWhileRunning<Result>(check: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => (running ??= check().finally(() => (running = undefined)));
}

const PATIENCE_MS = 3_000;

/** Whether this process can take traffic. Excludes the chain: no other process would reach it better, and most calls don't need it. */
interface Readiness {
  database: 'UP' | 'DOWN';
  /** `OFF` if it differs from the database's by more than 5 s; this process then settles nothing. Unknown without a database. */
  clock: 'RIGHT' | 'OFF' | 'UNKNOWN';
}

/** What this process depends on, for troubleshooting. Contains no addresses, which may contain access keys. */
interface Status extends Readiness {
  /** Whether at least one node is usable. */
  chain: 'UP' | 'DOWN';
  /** In the order of the settings. */
  nodes: readonly NodeState[];
  /** Whether deposits are credited, or why not; undefined without a vault or a database. */
  deposits?: WatchState['status'];
}

async function readReadiness(services: ProcessServices): Promise<Readiness> {
  const { database, clockWatch } = services;
  try {
    await withDeadline(database.execute(sql`select 1`), PATIENCE_MS);
    return { database: 'UP', clock: (await withDeadline(clockWatch.isRight(), PATIENCE_MS)) ? 'RIGHT' : 'OFF' };
  } catch {
    return { database: 'DOWN', clock: 'UNKNOWN' };
  }
}

async function readStatus(services: ProcessServices): Promise<Status> {
  const [readiness, nodes, deposits] = await Promise.all([
    readReadiness(services),
    services.nodes.states(),
    withDeadline(readDeposits(services), PATIENCE_MS).catch(() => ({})),
  ]);
  return { ...readiness, chain: nodes.includes('UP') ? 'UP' : 'DOWN', nodes, ...deposits };
}

async function readDeposits({ database, vault, clock }: ProcessServices): Promise<Pick<Status, 'deposits'>> {
  if (vault === null) return {};
  return { deposits: (await readWatchState(database, vault.address, clock())).status };
}
