import { createOpenApiDocument } from '../open-api.ts';
import type { ProcessServices } from '../provider-services.ts';
import { createReferencePage } from '../reference-page.ts';
import { answerSuccess } from './answer.ts';
import { readReadiness, readStatus } from './health.ts';
import { Refusal } from './refusal.ts';

/** Responses outside the contract, by path: the API document and its page, liveness, readiness, and status. */
export type ServiceAnswers = ReadonlyMap<string, (requestId: string) => Response | Promise<Response>>;

const DOCUMENT_CACHE = { 'cache-control': 'public, max-age=300' };

export function createServiceAnswers(services: ProcessServices, baseUrl: string): ServiceAnswers {
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

/** These are public and unlimited, so concurrent requests share one check. */
function shareWhileRunning<Result>(check: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => (running ??= check().finally(() => (running = undefined)));
}
