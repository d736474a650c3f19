import type { IncomingMessage } from 'node:http';

/** Headers of which a proxy in front could believe one and this server another. Node itself takes the first of most and joins the rest. */
const SINGLE = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'content-type',
  'content-encoding',
  'authorization',
  'idempotency-key',
  'origin',
  'x-api-call',
  'x-api-query',
]);

/** RFC 9110, 7.2: a name or an address, with a port; empty where the target has no authority. */
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._~-]+)?(:\d*)?$/i;

/**
 * In a path these mean one thing as they are written and another once they are resolved: dot segments, empty segments, backslashes, and percent-encoded
 * forms of slashes, backslashes, percent signs, control characters and of what needs no encoding (RFC 3986, 6.2.2). Nor has a target a fragment.
 */
const RESOLVED = /\/\.{1,2}(?:\/|$)|\/\/|[\\#]|%(?:[01][0-9a-f]|2[5def]|3\d|4[1-9a-f]|5[0-9acf]|6[1-9a-f]|7[0-9aef])/i;

/**
 * Whether two readers could understand a request differently. Such requests are refused, so that what a proxy's rule for a path lets through is what is
 * routed, and nobody's credentials or lengths are taken for another's. The absolute form is for proxies, which this server isn't.
 */
export function isAmbiguous({ url = '', rawHeaders }: Pick<IncomingMessage, 'url' | 'rawHeaders'>): boolean {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    const value = (rawHeaders[index + 1] ?? '').trim();
    if (!SINGLE.has(name)) continue;
    if (seen.has(name)) return true;
    seen.add(name);
    if (name === 'host' && !HOST.test(value)) return true;
    if (name === 'transfer-encoding' && value.toLowerCase() !== 'chunked') return true;
  }
  const [path = ''] = url.split('?', 1);
  return !path.startsWith('/') || RESOLVED.test(path);
}
