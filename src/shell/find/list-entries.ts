import type { Entry } from '../../lib/find/match-entries.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { membershipParts, navigation } from '../../lib/navigation.ts';
import { $isSignedIn } from '../../stores/session.ts';
import { pageLanguage } from '../../stores/page-language.ts';
import { toggleAmounts } from '../../stores/amounts.ts';

export interface FindTexts {
  find: Texts<'find'>;
  common: Texts<'common'>;
  info: Texts<'info'>;
}

/** The act, its page and the part of it that opens or shows it. */
const ACTS = [
  ['deposit', '/wallet', '#deposit'],
  ['send', '/wallet', '#send'],
  ['swap', '/swap', ''],
  ['buy', '/treasury', '#packages'],
  ['stake', '/staking', '#new-stake'],
  ['claim', '/home', '#claims'],
  ['invite', '/profile/team', '#invite'],
  ['history', '/wallet/history', ''],
  ['year', '/wallet/year', ''],
  ['theme', '/profile/settings', '#theme'],
  ['language', '/profile/settings', '#language-setting'],
] as const;

const HELP = ['ju', 'chain', 'deposit', 'recover', 'browsers', 'contact'] as const;

/** What can be found without asking anybody. Members' pages and acts are for members only. */
export function listEntries({ find, common, info }: FindTexts, openKeys: () => void): Entry[] {
  const to = (path: `/${string}`, hash = ''): string => localePath(pageLanguage(), path) + hash;
  const isIn = $isSignedIn.get();
  const pages = navigation.flatMap((entry): Entry[] => {
    if (!isIn && !entry.places.includes('footer')) return [];
    const page: Entry = { group: 'page', name: common.navigation[entry.key], goes: to(entry.path) };
    return [page];
  });
  const parts = membershipParts.map(({ key, path }): Entry => ({
    group: 'page',
    name: common.navigation[key],
    also: common.navigation.membership,
    goes: to(path),
  }));
  const acts = ACTS.map(([act, path, hash]): Entry => ({ group: 'act', name: find.acts[act], goes: to(path, hash) }));
  const help = HELP.map((part): Entry => ({
    group: 'help',
    name: info.help[part],
    also: common.navigation.help,
    goes: to('/help', `#${part}`),
  }));
  const own: Entry[] = [...parts, ...acts, { group: 'act', name: find.acts.amounts, goes: toggleAmounts }];
  return [...pages, ...(isIn ? own : []), { group: 'act', name: find.acts.keys, goes: openKeys }, ...help];
}
