import { errorStatuses } from '../../src/lib/api/contract/error-codes.ts';
import { languageOf, type LanguageCode } from '../../src/lib/i18n/languages.ts';
import type { Messages } from './messages.ts';
import type { Refusal } from './refusal.ts';

/** `private` responses may contain one member's data; `shared` ones are the same for everyone with that language. */
export type Audience = 'private' | 'shared';

export function answerSuccess(data: unknown, requestId: string, audience: Audience): Response {
  // Browsers always revalidate, but a shared cache in front of the provider may keep public responses briefly.
  const cacheControl = audience === 'private' ? 'no-store' : 'public, max-age=0, s-maxage=5';
  return json(200, { code: 0, message: 'OK', data }, { 'cache-control': cacheControl, 'x-request-id': requestId });
}

export function answerRefusal(refusal: Refusal, requestId: string, language: LanguageCode, messages: Messages): Response {
  const { code, detail, headers } = refusal;
  const body = { code, message: messages(code, language), ...(detail === undefined ? {} : { detail }), requestId };
  return json(errorStatuses[code], body, {
    'cache-control': 'no-store',
    'x-request-id': requestId,
    'content-language': languageOf(language).tag,
    ...headers,
  });
}

function json(status: number, body: object, headers: Record<string, string>): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', vary: 'Accept-Language, Authorization', ...headers },
  });
}
