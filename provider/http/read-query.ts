import { Refusal } from './refusal.ts';

/**
 * Parses a query string. Unlike URLSearchParams, which accepts broken escapes and keeps one of two values, it refuses the call unless each
 * name has one, correctly encoded value.
 */
export function readQuery(search: string): Record<string, string> {
  const values = new Map<string, string>();
  for (const pair of search.replace(/^\?/, '').split('&')) {
    if (pair === '') continue;
    const cut = pair.indexOf('=');
    const name = decode(cut === -1 ? pair : pair.slice(0, cut), 'query');
    if (values.has(name)) throw new Refusal('VALIDATION_FAILED', { detail: { fields: { [name]: 'DUPLICATE' } } });
    values.set(name, decode(cut === -1 ? '' : pair.slice(cut + 1), name));
  }
  return Object.fromEntries(values);
}

function decode(text: string, name: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Refusal('VALIDATION_FAILED', { detail: { fields: { [name]: 'ENCODING' } } });
  }
}
