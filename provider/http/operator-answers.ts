import { createOpenApiDocument } from '../open-api.ts';
import { type Services } from '../provider-services.ts';
import { createReferencePage } from '../reference-page.ts';
import { answerSuccess } from './answer.ts';
import { readReadiness } from './health.ts';
import { Refusal } from './refusal.ts';

/** What lies beside the contract's calls, by path: the document and its page, whether the process lives, and whether it can work. */
export type OperatorAnswers = ReadonlyMap<string, (requestId: string) => Response | Promise<Response>>;

const DOCUMENT_CACHE = { 'cache-control': 'public, max-age=300' };

export function createOperatorAnswers(services: Services, baseUrl: string): OperatorAnswers {
  const document = createOpenApiDocument({ serverUrl: baseUrl });
  const documentText = JSON.stringify(document);
  const page = createReferencePage(document);
  const readOnce = shareWhileRunning(() => readReadiness(services));
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
    ['/health', (requestId) => answerSuccess({ status: 'UP' }, requestId, 'private')],
    [
      '/ready',
      async (requestId) => {
        const readiness = await readOnce();
        if (readiness.database === 'UP' && readiness.chain === 'UP') return answerSuccess(readiness, requestId, 'private');
        throw new Refusal(readiness.database === 'UP' ? 'CHAIN_UNAVAILABLE' : 'SERVICE_UNAVAILABLE', { detail: { ...readiness } });
      },
    ],
  ]);
}

/** Anybody may ask, as often as they like, so all who ask at the same time share one look at the database and the chain. */
function shareWhileRunning<Result>(look: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => (running ??= look().finally(() => (running = undefined)));
}
