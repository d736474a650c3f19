/** JSON nested deeper than this is refused before it is parsed: no call nests more than three levels. */
const MAX_DEPTH = 16;

export type JsonReading = { ok: true; value: unknown } | { ok: false; reason: 'ENCODING' | 'SYNTAX' | 'DEPTH' | 'DUPLICATE_KEY' };

/** Reads UTF-8 JSON strictly. A key given twice is refused, because two readers would not agree on which of them counts. */
export function readJson(bytes: Uint8Array): JsonReading {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { ok: false, reason: 'ENCODING' };
  }
  const structure = scanStructure(text);
  if (structure !== null) return { ok: false, reason: structure };
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return { ok: false, reason: 'SYNTAX' };
  }
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gsu;

/** Walks the tokens only; what it lets through is still judged by JSON.parse. */
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
      const key = decodeKey(lastString);
      if (keys?.has(key) === true) return 'DUPLICATE_KEY';
      keys?.add(key);
    }
    lastString = null;
  }
  return null;
}

function decodeKey(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal;
  }
}
