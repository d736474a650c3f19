/**
 * Where the request for a page came from (`Sec-Fetch-Site`, Fetch Metadata Request Headers): a page of ours, another site, or nobody's page (`none`: typed,
 * bookmarked). `unknown` where whoever answered couldn't tell.
 */
export type RequestSite = 'same-origin' | 'same-site' | 'cross-site' | 'none' | 'unknown';

/** The header that tells the page, which reads it as an entry of its navigation timing. */
export const REQUEST_SITE_HEADER = 'Server-Timing';
const ENTRY = 'arrival';

export function writeRequestSite(site: RequestSite): string {
  return `${ENTRY};desc=${site}`;
}

export function readRequestSite(timing: readonly PerformanceServerTiming[] = []): RequestSite {
  return asSite(timing.find(({ name }) => name === ENTRY)?.description);
}

/** Whether an answer already tells where its request came from. */
export function tellsRequestSite(headers: Headers): boolean {
  return new RegExp(`\\b${ENTRY};desc=(?!unknown)`).test(headers.get(REQUEST_SITE_HEADER) ?? '');
}

/**
 * What the server knows by the request's headers. In Firefox, what a service worker has fetched ahead says `same-origin` even for a typed address, and never
 * `Sec-Fetch-User`; what a worker fetches itself says so in every browser, but isn't fetched as a document. What a page has fetched ahead by speculation
 * rules says `none`, whoever's page it is.
 */
export function siteOfHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): RequestSite {
  const site = asSite(headers['sec-fetch-site']);
  if (headers['sec-fetch-dest'] !== 'document') return 'unknown';
  const isAheadOfWorker = headers['service-worker-navigation-preload'] !== undefined && headers['sec-fetch-user'] !== '?1';
  const isAheadByRules = headers['sec-speculation-tags'] !== undefined;
  return (site === 'same-origin' && isAheadOfWorker) || (site === 'none' && isAheadByRules) ? 'unknown' : site;
}

/** What a service worker knows of a request that it answers. No referrer under `no-referrer` means nothing: any page may ask for that. */
export function siteOfFetched({ referrer, referrerPolicy }: Pick<Request, 'referrer' | 'referrerPolicy'>, origin: string): RequestSite {
  if (referrer !== '') return referrer.startsWith(`${origin}/`) ? 'same-origin' : 'cross-site';
  return referrerPolicy === 'no-referrer' ? 'unknown' : 'none';
}

const SITES: readonly unknown[] = ['same-origin', 'same-site', 'cross-site', 'none'] satisfies RequestSite[];

function asSite(text: unknown): RequestSite {
  return SITES.includes(text) ? (text as RequestSite) : 'unknown';
}
