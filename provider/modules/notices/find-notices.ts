import { eq, sql } from 'drizzle-orm';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { noticeMark } from '../../../src/lib/api/contract/notice-mark.ts';
import { noticeKind, type notices as definition } from '../../../src/lib/api/contract/notices.ts';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import { readForMany } from '../../db/read-for-many.ts';
import type { Token } from '../../ledger/account.ts';
import type { Services } from '../../provider-services.ts';
import { inTokens } from '../../token-amounts.ts';
import type { Member } from '../account/schema.ts';
import { noticeSeen } from './schema.ts';

type NoticeKind = z.output<typeof noticeKind>;

/** Something that happened to a member, as it is read from what it happened to. */
export interface FoundNotice {
  kind: NoticeKind;
  source: string;
  at: Date;
  token: Token | null;
  amount: string | null;
  title: string | null;
  slug: string | null;
}

/** Limit per kind, so that a thousand tiny transfers can't hide other notices. */
const MOST_OF_A_KIND = 10;
/** How many of a wallet's newest entries are read, so that a member with a long history costs no more than others. */
const MOST_ENTRIES = 500;

const NO_TITLE = 'null::text as title, null::text as slug';
const NO_AMOUNT = 'null::text as token, null::text as amount';

const LISTED_FOR_MS = 30 * 86_400_000;

/** Money that came: `kind` is that of the ledger. */
const cameIn = (notice: NoticeKind, kind: string): string => `
  (select '${notice}' as kind, e.transaction_id::text as source, e.created_at as at, e.token::text as token, e.amount::text as amount, ${NO_TITLE}
     from ledger_account a, lateral (
            select * from ledger_entry
             where account_id = a.id and kind = '${kind}' and amount > 0 and created_at > asked.since and created_at <= asked.now
               and seq > greatest(a.entry_count - ${MOST_ENTRIES}, ledger_seq_until(a.id, asked.since, a.entry_count))
             order by seq desc limit ${MOST_OF_A_KIND}
          ) e
    where a.owner_id = asked.member_id and a.kind = 'AVAILABLE'
    order by e.created_at desc limit ${MOST_OF_A_KIND})`;

/** The reader's own language, else English. */
const titleOf = (table: string, column: string): string =>
  `(select t.title from ${table} t where t.${column} = x.id and t.language in (asked.language, 'en') order by (t.language = asked.language) desc limit 1)`;

/**
 * What happened to a member after `since`, until `now`: `[memberId, since, now, language]`. Nothing is written down when it happens, so no part of the
 * service can forget to, and what was there before this was built is found as well.
 */
export const findNotices = readForMany<FoundNotice>({
  name: 'notices',
  asked: { member_id: 'uuid', since: 'timestamptz', now: 'timestamptz', language: 'text' },
  text: [
    cameIn('RECEIVED', 'TRANSFER'),
    cameIn('CREDITED', 'DEPOSIT'),
    `(select 'MATURED', id::text, matures_at, 'JUF', amount::text, ${NO_TITLE} from staking
       where member_id = asked.member_id and matures_at > asked.since and matures_at <= asked.now order by matures_at desc limit ${MOST_OF_A_KIND})`,
    `(select 'VESTED', id::text, ends_at, 'JUF', juf::text, ${NO_TITLE}
        from (select *, created_at + vesting_seconds * interval '1 second' as ends_at from treasury_purchase where member_id = asked.member_id) p
       where ends_at > asked.since and ends_at <= asked.now order by ends_at desc limit ${MOST_OF_A_KIND})`,
    `(select 'PRIVILEGE_DUE', id::text, reserved_at, case when juf > 0 then 'JUF' end, case when juf > 0 then juf::text end, ${NO_TITLE}
        from role_privilege
       where member_id = asked.member_id and reserved_at > asked.since and reserved_at <= asked.now order by reserved_at desc limit ${MOST_OF_A_KIND})`,
    `(select 'VOTE_OPEN', x.id::text, x.opens_at, ${NO_AMOUNT}, ${titleOf('poll_translation', 'poll_id')}, null from poll x
       where x.opens_at > asked.since and x.opens_at <= asked.now and x.ends_at > asked.now
         and not exists (select from poll_vote v where v.poll_id = x.id and v.member_id = asked.member_id)
       order by x.opens_at desc limit ${MOST_OF_A_KIND})`,
    `(select 'ANNOUNCEMENT_PINNED', x.id::text, x.pinned_at, ${NO_AMOUNT}, ${titleOf('announcement_translation', 'announcement_id')}, s.slug
        from announcement x join announcement_slug s on s.announcement_id = x.id and s.is_current
       where x.pinned and x.withdrawn_at is null and x.pinned_at > asked.since and x.pinned_at <= asked.now
       order by x.pinned_at desc limit ${MOST_OF_A_KIND})`,
  ].join(' union all '),
});

const ofKinds = z.record(z.enum(noticeKind.def.entries), z.string());
const shape = z.object({
  full: ofKinds,
  plain: ofKinds,
  calendar: z.object({ name: z.string(), matured: z.string(), vested: z.string(), privilege: z.string(), vote: z.string() }),
});

export type NoticeWords = z.output<typeof shape>;

const LOCALES = new URL('../../../public/locales/', import.meta.url);
const known = new Map<LanguageCode, NoticeWords>();

/** The texts of notices, from the files that the site uses too. Read on first use, since most processes send none. */
export async function noticeTexts(language: LanguageCode): Promise<NoticeWords> {
  const texts = known.get(language) ?? shape.parse(JSON.parse(await readFile(new URL(`${language}/notices.json`, LOCALES), 'utf8')));
  known.set(language, texts);
  return texts;
}

type Reader = Pick<Member, 'id' | 'createdAt'>;
type Notice = SentDataOf<typeof definition>['notices'][number];

/** GET /account/notices, an extension. */
export async function readNotices(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  member: Reader,
  language: LanguageCode,
): Promise<SentDataOf<typeof definition>> {
  const now = clock();
  const seenAt = await readSeen(database, member);
  const found = await findNotices(database, [member.id, listedSince(member, now).toISOString(), now.toISOString(), language]);
  const newestFirst = found.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  return { notices: newestFirst.map((notice) => present(notice, seenAt)), asOf: now.toISOString() };
}

/** GET /account/noticeMark, an extension. */
export async function readNoticeMark(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  member: Reader,
): Promise<SentDataOf<typeof noticeMark>> {
  const now = clock();
  const since = Math.max((await readSeen(database, member)).getTime(), listedSince(member, now).getTime());
  const found = await findNotices(database, [member.id, new Date(since).toISOString(), now.toISOString(), 'en']);
  return { unread: found.length };
}

/** POST /account/seeNotices, an extension. */
export async function seeNotices(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  memberId: string,
  until: string,
): Promise<void> {
  const seenAt = new Date(Math.min(Math.max(Date.parse(until), 1), clock().getTime()));
  await database
    .insert(noticeSeen)
    .values({ memberId, seenAt })
    .onConflictDoUpdate({ target: noticeSeen.memberId, set: { seenAt: sql`greatest(${noticeSeen.seenAt}, excluded.seen_at)` } });
}

/** A member who has read none yet counts as having read what existed when they joined. */
async function readSeen(database: Services['database'], { id, createdAt }: Reader): Promise<Date> {
  const [seen] = await database.select({ seenAt: noticeSeen.seenAt }).from(noticeSeen).where(eq(noticeSeen.memberId, id));
  return seen?.seenAt ?? createdAt;
}

function listedSince({ createdAt }: Reader, now: Date): Date {
  return new Date(Math.max(createdAt.getTime(), now.getTime() - LISTED_FOR_MS));
}

function present({ kind, source: id, at, token, amount, title, slug }: FoundNotice, seenAt: Date): Notice {
  return {
    kind,
    id,
    at: at.toISOString(),
    unread: at > seenAt,
    ...(token === null || amount === null ? {} : { walletType: token, amount: inTokens(BigInt(amount), token) }),
    ...(title === null ? {} : { title }),
    ...(slug === null ? {} : { slug }),
  };
}
