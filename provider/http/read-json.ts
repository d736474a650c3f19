/** JSON nested deeper is refused; no call nests more than three levels. */
const MAX_DEPTH = 16;

export type JsonReading = { ok: true; value: unknown } | { ok: false; reason: 'ENCODING' | 'SYNTAX' | 'DEPTH' | 'DUPLICATE_KEY' };

/** Parses UTF-8 JSON strictly. Refuses duplicate keys, because two parsers may not agree on which one counts. */
export function readJson(bytes: Uint8Array): JsonReading {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { ok: false, reason: 'ENCODING' };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, reason: 'SYNTAX' };
  }
  const structure = scanStructure(text);
  return structure === null ? { ok: true, value } : { ok: false, reason: structure };
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gsu;

/** Only for text that `JSON.parse` has accepted: in an unterminated string, the pattern would restart at each escaped quote. */
function scanStructure(text: string): 'DEPTH' | 'DUPLICATE_KEY' | null {
  const keysByLevel: Set<string>[] = [];
  let lastString: string | null = null;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.startsWith('"')) {
      lastString = token;
      continue;
    }
    if (token === '{' || token === '[') keysByLevel.push(new Set());
    if (token === '}' || token === ']') keysByLevel.pop();
    if (keysByLevel.length > MAX_DEPTH) return 'DEPTH';
    if (token === ':' && lastString !== null) {
      const keys = keysByLevel.at(-1);
      const key = String(JSON.parse(lastString));
      if (keys?.has(key) === true) return 'DUPLICATE_KEY';
      keys?.add(key);
    }
    lastString = null;
  }
  return null;
}
