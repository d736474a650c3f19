import type { IconName } from './icon-paths.ts';
import type { Texts } from './i18n/page-texts.ts';

type NavigationKey = keyof Texts<'common'>['navigation'];

/** One page of a place that has several. */
interface Part {
  key: NavigationKey;
  path: `/${string}`;
}

export interface NavigationEntry {
  /** Key of its name in `common.json`, under `navigation`. */
  key: NavigationKey;
  /** Without the locale segment. */
  path: `/${string}`;
  /** Further pages of the same place, which it is the entry of. */
  parts?: readonly Part[];
  icon: IconName;
  places: readonly NavigationPlace[];
}

/**
 * `first`, `profile` and `second` are the groups in a member page's sidebar; `bottom` is the bar on phones; `footer` is on every page. The menu behind
 * the member's name, which is also the bar's "more", has what the bar lacks.
 */
export type NavigationPlace = 'first' | 'profile' | 'second' | 'bottom' | 'footer';

/** What one has as a member: the parts lead to one another at their top. */
export const membershipParts: readonly Part[] = [
  { key: 'roles', path: '/profile/roles' },
  { key: 'score', path: '/profile/score' },
  { key: 'power', path: '/profile/power' },
];

/**
 * All pages reachable from every page, in display order. Add a page only when it exists; a profile page takes one line with the place
 * `profile`.
 */
export const navigation: readonly NavigationEntry[] = [
  { key: 'home', path: '/home', icon: 'home', places: ['first', 'bottom'] },
  { key: 'treasury', path: '/treasury', icon: 'treasury', places: ['first', 'bottom'] },
  { key: 'staking', path: '/staking', icon: 'staking', places: ['first', 'bottom'] },
  { key: 'swap', path: '/swap', icon: 'swap', places: ['first', 'bottom'] },
  { key: 'wallet', path: '/wallet', icon: 'wallet', places: ['first', 'bottom'] },
  { key: 'profile', path: '/profile', icon: 'person', places: ['profile'] },
  { key: 'team', path: '/profile/team', icon: 'team', places: ['profile'] },
  { key: 'bonuses', path: '/profile/bonuses', icon: 'bonus', places: ['profile'] },
  { key: 'membership', path: '/profile/roles', parts: membershipParts, icon: 'role', places: ['profile'] },
  { key: 'settings', path: '/profile/settings', icon: 'settings', places: ['profile'] },
  { key: 'announcements', path: '/announcements', icon: 'news', places: ['second', 'footer'] },
  { key: 'help', path: '/help', icon: 'info', places: ['second', 'footer'] },
  { key: 'howItWorks', path: '/how-it-works', icon: 'info', places: ['footer'] },
  { key: 'reserves', path: '/reserves', icon: 'treasury', places: ['footer'] },
  { key: 'official', path: '/official', icon: 'check', places: ['footer'] },
  { key: 'status', path: '/status', icon: 'turn', places: ['footer'] },
  { key: 'privacy', path: '/privacy', icon: 'person', places: ['footer'] },
  { key: 'accessibility', path: '/accessibility', icon: 'person', places: ['footer'] },
];

const SIDE_PLACES = ['first', 'profile', 'second'] as const;

export function navigationOf(place: NavigationPlace, entries = navigation): NavigationEntry[] {
  return entries.filter(({ places }) => places.includes(place));
}

/** The non-empty groups of a member page's sidebar. */
export function sideGroups(entries = navigation): NavigationEntry[][] {
  return SIDE_PLACES.map((place) => navigationOf(place, entries)).filter((group) => group.length > 0);
}

/** Sidebar entries missing from the bar on phones: with them in its menu, everything stays reachable. */
export function menuGroups(entries = navigation): NavigationEntry[][] {
  return sideGroups(entries)
    .map((group) => group.filter(({ places }) => !places.includes('bottom')))
    .filter((group) => group.length > 0);
}

/** Whether a page is the entry's own or below it, with no closer entry: `/profile/team` doesn't belong to `/profile`. */
export function isCurrent(entry: NavigationEntry, path: string, entries = navigation): boolean {
  return covers(entry, path) && !entries.some((other) => other.path.length > entry.path.length && covers(other, path));
}

function covers({ path: own, parts = [] }: NavigationEntry, path: string): boolean {
  return [own, ...parts.map((part) => part.path)].some((covered) => path === covered || path.startsWith(`${covered}/`));
}
