import type { IconName } from './icon-paths.ts';
import type { Texts } from './i18n/page-texts.ts';

type NavigationKey = keyof Texts<'common'>['navigation'];

export interface NavigationEntry {
  /** Its name, in `common.json` under `navigation`. */
  key: NavigationKey;
  /** Without the locale segment. */
  path: `/${string}`;
  icon: IconName;
  /** `first` and `second` are the two groups beside a member page; `bottom` is the bar on phones; `footer` stands on every page. */
  places: readonly NavigationPlace[];
}

export type NavigationPlace = 'first' | 'second' | 'bottom' | 'footer';

/** Every page that can be gone to from every other, in the order it is shown. A page stands here as soon as it exists, not before. */
export const navigation: readonly NavigationEntry[] = [
  { key: 'home', path: '/home', icon: 'home', places: ['first', 'bottom'] },
  { key: 'treasury', path: '/treasury', icon: 'treasury', places: ['first', 'bottom'] },
  { key: 'staking', path: '/staking', icon: 'staking', places: ['first', 'bottom'] },
  { key: 'swap', path: '/swap', icon: 'swap', places: ['first', 'bottom'] },
  { key: 'wallet', path: '/wallet', icon: 'wallet', places: ['first', 'bottom'] },
  { key: 'announcements', path: '/announcements', icon: 'news', places: ['second', 'footer'] },
];

/** The entries of a place. */
export function navigationOf(place: NavigationPlace): NavigationEntry[] {
  return navigation.filter(({ places }) => places.includes(place));
}

/** Whether a page is the entry's own or lies below it. */
export function isCurrent(entry: NavigationEntry, path: string): boolean {
  return path === entry.path || path.startsWith(`${entry.path}/`);
}
