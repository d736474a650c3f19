import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  isCurrent,
  menuGroups,
  membershipParts,
  navigation,
  navigationOf,
  sideGroups,
  type NavigationEntry,
} from '../../src/lib/navigation.ts';

const pages = new URL('../../src/pages/[...locale]/', import.meta.url);
const profile: NavigationEntry = { key: 'profile', path: '/profile', icon: 'person', places: ['profile'] };
const team: NavigationEntry = { key: 'team', path: '/profile/team', icon: 'team', places: ['profile'] };
const withProfile = [...navigation.filter(({ places }) => !places.includes('profile')), profile, team];

it.each([...navigation, ...membershipParts])('$path is a page that exists', ({ path }) => {
  expect(existsSync(new URL(`.${path}.astro`, pages)) || existsSync(new URL(`.${path}/index.astro`, pages))).toBe(true);
});

describe('on phones', () => {
  it.each([
    ['the pages there are', navigation],
    ['pages of the profile', withProfile],
  ])('the bar and the menu contain the whole sidebar, each entry once, with %s', (_, entries) => {
    const atSide = sideGroups(entries).flat();
    const onPhone = [...navigationOf('bottom', entries), ...menuGroups(entries).flat()];
    expect(new Set(onPhone)).toEqual(new Set(atSide));
    expect(onPhone).toHaveLength(atSide.length);
  });

  it('no group in the menu is empty', () => {
    expect(menuGroups(withProfile).map((group) => group.map(({ path }) => path))).toEqual([
      ['/profile', '/profile/team'],
      ['/announcements', '/help'],
    ]);
  });
});

describe('the current entry', () => {
  it.each([
    ['/profile', ['/profile']],
    ['/profile/team', ['/profile/team']],
    ['/profile/team/tree', ['/profile/team']],
    ['/profile/score', ['/profile']],
    ['/profiles', []],
    ['/wallet/history', ['/wallet']],
  ])('on %s is the closest one', (path, current) => {
    expect(withProfile.filter((entry) => isCurrent(entry, path, withProfile)).map((entry) => entry.path)).toEqual(current);
  });

  it('is Membership on each of its parts', () => {
    for (const { path } of membershipParts)
      expect(navigation.filter((entry) => isCurrent(entry, path)).map(({ key }) => key)).toEqual(['membership']);
  });
});
