import type { IconName } from './icon-paths.ts';
import type { Texts } from './i18n/page-texts.ts';

type NavigationKey = keyof Texts<'common'>['navigation'];

export interface NavigationEntry {
  /** Its name, in `common.json` under `navigation`. */
  key: NavigationKey;
  /** Without the locale segment. */
  path: `/${string}`;
  icon: IconName;
  places: readonly NavigationPlace[];
}

/**
 * `first`, `profile` and `second` are the groups beside a member page; `profile` is the account menu too; `bottom` is the bar on phones, whose
 * "more" sheet holds what else stands at the side; `footer` is on every page.
 */
export type NavigationPlace = 'first' | 'profile' | 'second' | 'bottom' | 'footer';

/**
 * Every page that can be reached from every other, in the order they are shown. A page is added when it exists, not before: a page of the profile
 * takes one line with the place `profile`.
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
  { key: 'roles', path: '/profile/roles', icon: 'role', places: ['profile'] },
  { key: 'score', path: '/profile/score', icon: 'score', places: ['profile'] },
  { key: 'announcements', path: '/announcements', icon: 'news', places: ['second', 'footer'] },
  { key: 'howItWorks', path: '/how-it-works', icon: 'info', places: ['footer'] },
  { key: 'reserves', path: '/reserves', icon: 'treasury', places: ['footer'] },
  { key: 'official', path: '/official', icon: 'check', places: ['footer'] },
  { key: 'status', path: '/status', icon: 'turn', places: ['footer'] },
  { key: 'privacy', path: '/privacy', icon: 'person', places: ['footer'] },
  { key: 'accessibility', path: '/accessibility', icon: 'person', places: ['footer'] },
];

const SIDE_PLACES = ['first', 'profile', 'second'] as const;

/** The entries of a place. */
export function navigationOf(place: NavigationPlace, entries = navigation): NavigationEntry[] {
  return entries.filter(({ places }) => places.includes(place));
}

/** The groups beside a member page, without those that are empty. */
export function sideGroups(entries = navigation): NavigationEntry[][] {
  return SIDE_PLACES.map((place) => navigationOf(place, entries)).filter((group) => group.length > 0);
}

/** What stands at the side but has no room in the bar on phones: so nothing is out of reach there. */
export function moreGroups(entries = navigation): NavigationEntry[][] {
  return sideGroups(entries)
    .map((group) => group.filter(({ places }) => !places.includes('bottom')))
    .filter((group) => group.length > 0);
}

/** Whether a page is the entry's own or lies below it, and no other entry is nearer: `/profile/team` is not `/profile`. */
export function isCurrent(entry: NavigationEntry, path: string, entries = navigation): boolean {
  return covers(entry, path) && !entries.some((other) => other.path.length > entry.path.length && covers(other, path));
}

function covers(entry: NavigationEntry, path: string): boolean {
  return path === entry.path || path.startsWith(`${entry.path}/`);
}
