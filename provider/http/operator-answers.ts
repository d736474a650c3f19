import { createOpenApiDocument } from '../open-api.ts';
import { type ProcessServices } from '../provider-services.ts';
import { createReferencePage } from '../reference-page.ts';
import { answerSuccess } from './answer.ts';
import { readReadiness, readStatus } from './health.ts';
import { Refusal } from './refusal.ts';

/** What lies beside the contract's calls, by path: the document and its page, whether the process lives, whether it can take traffic, and what it depends on. */
export type OperatorAnswers = ReadonlyMap<string, (requestId: string) => Response | Promise<Response>>;

const DOCUMENT_CACHE = { 'cache-control': 'public, max-age=300' };

export function createOperatorAnswers(services: ProcessServices, baseUrl: string): OperatorAnswers {
  const document = createOpenApiDocument({ serverUrl: baseUrl });
  const documentText = JSON.stringify(document);
  const page = createReferencePage(document);
  const readinessOnce = shareWhileRunning(() => readReadiness(services));
  const statusOnce = shareWhileRunning(() => readStatus(services));
  const live = (requestId: string): Response => answerSuccess({ status: 'UP' }, requestId, 'private');
  return new Map<string, (requestId: string) => Response | Promise<Response>>([
    [
      '/openapi.json',
      () => new Response(documentText, { headers: { 'content-type': 'application/json; charset=utf-8', ...DOCUMENT_CACHE } }),
    ],
    [
      '/docs',
      () =>
        new Response(page.html, {
          headers: {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': page.contentSecurityPolicy,
            'x-content-type-options': 'nosniff',
            ...DOCUMENT_CACHE,
          },
        }),
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

/** Anybody may ask, as often as they like, so all who ask at the same time share one look. */
function shareWhileRunning<Result>(look: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => (running ??= look().finally(() => (running = undefined)));
}
