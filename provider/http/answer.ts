import { readFile } from 'node:fs/promises';
import { type ErrorCode, errorStatuses } from '../../src/lib/api/contract/error-codes.ts';
import { type LanguageCode, languageOf, languages } from '../../src/lib/i18n/languages.ts';
import { ChainUnavailable } from '../chain-client.ts';
import { isDatabaseAway } from '../db/is-database-away.ts';
import { sqlState } from '../db/sql-state.ts';
import { Refusal } from './refusal.ts';

/** `private` responses may contain one member's data; `shared` ones are the same for everyone with that language. */
type Audience = 'private' | 'shared';

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

/** A refusal's text for people, from the same files the site uses. */
export type Messages = (code: ErrorCode, language: LanguageCode) => string;

const LOCALES = new URL('../../public/locales/', import.meta.url);

export async function loadMessages(): Promise<Messages> {
  const entries = await Promise.all(languages.map(async ({ code }) => [code, await readTexts(code)] as const));
  const byLanguage = new Map<LanguageCode, ReadonlyMap<string, string>>(entries);
  return (code, language) => byLanguage.get(language)?.get(code) ?? byLanguage.get('en')?.get(code) ?? code;
}

async function readTexts(language: LanguageCode): Promise<ReadonlyMap<string, string>> {
  const texts: unknown = JSON.parse(await readFile(new URL(`${language}/errors.json`, LOCALES), 'utf8'));
  if (typeof texts !== 'object' || texts === null) throw new Error(`errors.json of ${language} holds no texts`);
  return new Map(Object.entries(texts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** Far longer than any browser sends; sorting more isn't worth the work. */
const LONGEST_HEADER = 512;

/**
 * The best of the ten languages for an Accept-Language header (RFC 9110, 12.5.4). Accepts the app's own codes (`kr`, `tw`) as well as BCP
 * 47 tags (`ko-KR`, `zh-Hant-TW`). `bm`, Malay in older versions of the app, gets Indonesian.
 */
export function pickLanguage(header: string | null): LanguageCode {
  if (header === null || header.length > LONGEST_HEADER) return 'en';
  const wanted = header
    .split(',')
    .map((part, index) => ({ ...readRange(part), index }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index);
  for (const { tag } of wanted) {
    const code = tag === '*' ? 'en' : languageOfTag(tag);
    if (code !== undefined) return code;
  }
  return 'en';
}

function readRange(part: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  if (quality === undefined) return { tag, weight: 1 };
  return { tag, weight: /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(quality) ? Number(quality) : 0 };
}

const OTHER_NAMES: Record<string, LanguageCode> = { bm: 'id', ms: 'id', in: 'id', vi: 'vn', ko: 'kr', ja: 'jp' };

function languageOfTag(tag: string): LanguageCode | undefined {
  const [primary = '', ...rest] = tag.split(/[-_]/);
  if (primary === 'zh') return rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'tw' : 'zh';
  return languages.find(({ code }) => code === primary)?.code ?? OTHER_NAMES[primary];
}

/** The response to a caller for any error. */
export function explainFailure(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof ChainUnavailable) return new Refusal('CHAIN_UNAVAILABLE', { cause: error });
  if (isDatabaseAway(error)) {
    return new Refusal('SERVICE_UNAVAILABLE', { cause: error, headers: { 'retry-after': '1' } });
  }
  // Class 22: the database couldn't store a value. Validation should have caught it, but it's still the caller's input.
  if (sqlState(error)?.startsWith('22') === true) return new Refusal('VALIDATION_FAILED', { cause: error });
  return new Refusal('INTERNAL_ERROR', { cause: error });
}

const ALLOWED_HEADERS = 'Content-Type, Authorization, Accept-Language, Platform, Idempotency-Key, X-Api-Call, X-Api-Query';
const EXPOSED_HEADERS = 'X-Request-Id, Retry-After';
const PREFLIGHT_SECONDS = '600';

/** Lets pages of the listed origins read responses. Never with credentials: sessions use a header, not a cookie. */
export function addCorsHeaders(headers: Headers, origin: string | null, allowedOrigins: ReadonlySet<string>): void {
  headers.append('vary', 'Origin');
  if (origin === null || !allowedOrigins.has(origin)) return;
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-expose-headers', EXPOSED_HEADERS);
}

/** The response to OPTIONS: the path's methods and, for a page of a listed origin, permission to use them. */
export function answerOptions(methods: readonly string[], origin: string | null, allowedOrigins: ReadonlySet<string>): Response {
  const allow = [...methods, 'OPTIONS'].join(', ');
  const headers = new Headers({ allow, vary: 'Access-Control-Request-Method, Access-Control-Request-Headers' });
  addCorsHeaders(headers, origin, allowedOrigins);
  if (headers.has('access-control-allow-origin')) {
    headers.set('access-control-allow-methods', methods.join(', '));
    headers.set('access-control-allow-headers', ALLOWED_HEADERS);
    headers.set('access-control-max-age', PREFLIGHT_SECONDS);
  }
  return new Response(null, { status: 204, headers });
}
