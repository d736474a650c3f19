/** DATABASE_URL, parsed. It can express more than a URL: several hosts, and a pooler in between. */
export interface DatabaseAddress {
  /** One for each host, in order of preference: a plain URL without what only we understand. */
  urls: readonly string[];
  /** A pooler that gives each transaction another connection, so that nothing of a connection outlives one (`?pooler=transaction`). */
  isPooledByTransaction: boolean;
}

/** The parameter that names the kind of pooler. It's our own invention, so the driver must not get it. */
const POOLER = 'pooler';

/** `postgres://user:password@one:5432,two:5432/name`, as libpq writes several hosts; null if the text isn't such an address. */
export function readDatabaseAddress(text: string): DatabaseAddress | null {
  const found = /^(postgres(?:ql)?:\/\/(?:[^/?#@]*@)?)([^/?#@]*)(.*)$/.exec(text);
  if (found === null) return null;
  const [, before = '', hosts = '', after = ''] = found;
  const urls = hosts.split(',').map((host) => parse(`${before}${host}${after}`));
  const [first] = urls;
  if (first === undefined || first === null || urls.includes(null)) return null;
  const pooler = first.searchParams.get(POOLER);
  if (pooler !== null && pooler !== 'transaction' && pooler !== 'session') return null;
  return {
    urls: urls.flatMap((url) => (url === null ? [] : [withoutPooler(url)])),
    isPooledByTransaction: pooler === 'transaction',
  };
}

/** The first host's URL, for reading user, password and name. The address must be valid. */
export function firstDatabaseUrl(text: string): URL {
  const [first] = readDatabaseAddress(text)?.urls ?? [];
  if (first === undefined) throw new TypeError('no address of a database');
  return new URL(first);
}

function parse(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return url.hostname === '' || !isDecodable(`${url.username}${url.password}${url.pathname}`) ? null : url;
}

/** The driver decodes them, and a password's own percent sign may stand there unencoded. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function withoutPooler(url: URL): string {
  if (!url.searchParams.has(POOLER)) return url.href;
  const plain = new URL(url);
  plain.searchParams.delete(POOLER);
  return plain.href;
}
