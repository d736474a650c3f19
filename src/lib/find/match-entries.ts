/** Something that can be found. */
export interface Entry {
  group: 'page' | 'act' | 'help' | 'announcement' | 'transaction' | 'member';
  name: string;
  /** Further words by which it is found. */
  also?: string;
  /** Beside the name. */
  detail?: string;
  /** Where it leads, or what it does. */
  goes: string | (() => void | Promise<void>);
}

const MOST = 12;

/** The entries with all of the words, best first: those whose name begins with them, then those with a word that does. All pages and acts while nothing is typed. */
export function matchEntries(entries: readonly Entry[], typed: string): Entry[] {
  const words = plain(typed).split(' ').filter(Boolean);
  if (words.length === 0) return entries.filter(({ group }) => group === 'page' || group === 'act');
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, words) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, MOST)
    .map(({ entry }) => entry);
}

function rankOf({ name, also = '' }: Entry, words: readonly string[]): number {
  const own = plain(name);
  const all = `${own} ${plain(also)}`;
  if (!words.every((word) => all.includes(word))) return 0;
  if (own.startsWith(words.join(' '))) return 3;
  return words.every((word) => ` ${all}`.includes(` ${word}`)) ? 2 : 1;
}

/** Without accents and case: `Übersicht` is found by `ubersicht`. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** What a typed text names beside words: a movement by its reference or hash, or a member by their UID. */
export function namedBy(typed: string): { kind: 'reference' | 'hash' | 'uid'; value: string } | null {
  const value = typed.trim().toLowerCase();
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value)) return { kind: 'reference', value };
  if (/^0x[0-9a-f]{64}$/.test(value)) return { kind: 'hash', value };
  return /^[a-z0-9]{6,12}$/.test(value) ? { kind: 'uid', value } : null;
}
