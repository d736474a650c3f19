import { ApiError } from '../../lib/api/api-error.ts';
import { announcementSearch } from '../../lib/api/contract/dashboard.ts';
import { walletTransactionList } from '../../lib/api/contract/transaction-list.ts';
import { type Entry, namedBy } from '../../lib/find/match-entries.ts';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { isolate } from '../../lib/isolate.ts';
import { membershipParts, navigation } from '../../lib/navigation.ts';
import { shortenAddress } from '../../lib/shorten-address.ts';
import { callApi } from '../../stores/api.ts';
import { pageLanguage } from '../../stores/page-language.ts';
import { $isSignedIn } from '../../stores/session.ts';
import { toggleAmounts } from '../../stores/settings.ts';
import { findRecipient } from '../../stores/transfer.ts';

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

const MOST_ANNOUNCEMENTS = 5;
const ROWS_A_CALL = 100;
const MOST_CALLS = 5;

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

/** Takes what a look-up brought in place of the entry that asked for it, or says why it brought nothing. */
type Answer = (found: Entry | string) => void;

/** For a typed reference, hash or UID. Each look-up of a member counts against a limit, so it begins when it is chosen, not while somebody types. */
export function entryOf(typed: string, { find }: FindTexts, answer: Answer): Entry[] {
  const named = $isSignedIn.get() ? namedBy(typed) : null;
  if (named === null) return [];
  const { kind, value } = named;
  if (kind === 'reference') return [movementEntry(value, find.reference)];
  const ask = async (): Promise<void> => {
    try {
      answer(await (kind === 'hash' ? findByHash(value, find) : findMember(value, find)));
    } catch (error) {
      answer(refusalOf(error, find));
    }
  };
  return kind === 'hash'
    ? [{ group: 'transaction', name: find.hash, goes: ask }]
    : [{ group: 'member', name: interpolate(find.uid, { uid: value }), goes: ask }];
}

/** Announcements in which the text occurs; none where the provider can't search or doesn't answer. */
export async function findAnnouncements(text: string): Promise<Entry[]> {
  const query = { text: text.slice(0, 80), page: 1, size: MOST_ANNOUNCEMENTS };
  const found = await callApi(announcementSearch, query, { attention: 'none' }).catch(() => null);
  return (found?.announcementList ?? []).map(({ title, slug }) => ({
    group: 'announcement',
    name: title,
    goes: localePath(pageLanguage(), `/announcements/${slug}`),
  }));
}

function movementEntry(id: string, text: string): Entry {
  return {
    group: 'transaction',
    name: interpolate(text, { reference: id }),
    goes: `${localePath(pageLanguage(), '/wallet/history')}#${id}`,
  };
}

async function findByHash(hash: string, { noHash, reference }: FindTexts['find']): Promise<Entry | string> {
  for (let page = 1; page <= MOST_CALLS; page += 1) {
    const { data, totalPage } = await callApi(walletTransactionList, { page, size: ROWS_A_CALL }, { attention: 'none' });
    const row = data.find((each) => each.hash === hash);
    if (row) return movementEntry(row.id, reference);
    if (page >= totalPage) break;
  }
  return noHash;
}

/** Without the whole address: that is shown where a transfer is signed. */
async function findMember(uid: string, { noMember, sendTo }: FindTexts['find']): Promise<Entry | string> {
  const found = await findRecipient(uid);
  if (found?.uid !== uid) return noMember;
  return {
    group: 'member',
    name: interpolate(sendTo, { name: isolate(found.username) }),
    detail: `${found.uid} · ${shortenAddress(found.address)}`,
    goes: `${localePath(pageLanguage(), '/wallet')}#send=${found.uid}`,
  };
}

function refusalOf(error: unknown, { noMember, limited, failed }: FindTexts['find']): string {
  if (!(error instanceof ApiError)) return failed;
  if (error.code === 'TOO_MANY_REQUESTS') return limited;
  return error.code === 'RECIPIENT_UNKNOWN' ? noMember : failed;
}
