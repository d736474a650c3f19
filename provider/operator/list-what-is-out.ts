import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { languages } from '../../src/lib/i18n/languages.ts';
import type { Database } from '../db/database.ts';
import { inTokens } from '../token-amounts.ts';

export const isoTime = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const announcementRow = z.object({
  slug: z.string(),
  category: z.string(),
  pinned: z.boolean(),
  published: z.string(),
  updated: z.string(),
  withdrawn: z.string().nullable(),
  in: z.array(z.string()),
});

/** One line each, the newest first. */
export async function listAnnouncements(database: Database): Promise<string[]> {
  const { rows } = await database.execute(sql`
    select s.slug, a.category, a.pinned, ${isoTime('a.published_at')} as published, ${isoTime('a.updated_at')} as updated,
           ${isoTime('a.withdrawn_at')} as withdrawn, array(select language from announcement_translation t where t.announcement_id = a.id) as in
      from announcement a join announcement_slug s on s.announcement_id = a.id and s.is_current
     order by a.published_at desc, s.slug`);
  return z
    .array(announcementRow)
    .parse(rows)
    .map((row) => {
      const state = row.withdrawn === null ? (row.pinned ? 'pinned' : 'public') : `withdrawn ${row.withdrawn}`;
      const missing = languages.map(({ code }) => code).filter((code) => !row.in.includes(code));
      const texts = missing.length === 0 ? 'all languages' : `not in ${missing.join(', ')}`;
      return [row.slug, state, row.category, `published ${row.published}`, `changed ${row.updated}`, texts].join('  ');
    });
}

const pollRow = z.object({ id: z.string(), title: z.string(), opens: z.string(), ends: z.string(), state: z.string(), votes: z.string() });

/** One line each, the newest first. */
export async function listPolls(database: Database, now: Date): Promise<string[]> {
  const { rows } = await database.execute(sql`
    select p.id::text, t.title, ${isoTime('p.opens_at')} as opens, ${isoTime('p.ends_at')} as ends,
           case when p.opens_at > ${now.toISOString()} then 'waiting' when p.ends_at > ${now.toISOString()} then 'open' else 'closed' end as state,
           (select count(*) from poll_vote v where v.poll_id = p.id)::text as votes
      from poll p join poll_translation t on t.poll_id = p.id and t.language = 'en'
     order by p.opens_at desc, p.id`);
  return z
    .array(pollRow)
    .parse(rows)
    .map(({ id, title, opens, ends, state, votes }) => [id, state, `from ${opens}`, `to ${ends}`, `${votes} votes`, title].join('  '));
}

const gift = {
  kind: z.enum(['JUF', 'SCORE', 'ROLE']),
  juf: z.string().nullable(),
  points: z.number().nullable(),
  role: z.string().nullable(),
};
const counted = z.string();
const batchRow = z.object({
  ...gift,
  issued: z.string(),
  expires: z.string(),
  open: counted,
  used: counted,
  expired: counted,
  revoked: counted,
});
const codeRow = z.object({ ...gift, id: z.string(), state: z.string(), at: z.string().nullable(), member: z.string().nullable() });

/** A code that was ended before its time was revoked. */
const stateAt = (now: Date) => sql`case when used_at is not null then 'used' when released_at < expires_at then 'revoked'
  when released_at is not null or expires_at <= ${now.toISOString()} then 'expired' else 'open' end`;

/** One line for all that were issued together, the newest first. */
export async function listCodes(database: Database, now: Date): Promise<string[]> {
  const count = (state: string) => sql`(count(*) filter (where state = ${state}))::text`;
  const { rows } = await database.execute(sql`
    select kind, juf::text, points, role_code as role, ${isoTime('issued_at')} as issued, ${isoTime('expires_at')} as expires,
           ${count('open')} as open, ${count('used')} as used, ${count('expired')} as expired, ${count('revoked')} as revoked
      from (select *, ${stateAt(now)} as state from activation_code) each
     group by kind, juf, points, role_code, issued_at, expires_at order by issued_at desc`);
  return z
    .array(batchRow)
    .parse(rows)
    .map(({ issued, expires, open, used, expired, revoked, ...given }) =>
      [issued, describeGift(given), `${open} open, ${used} used, ${expired} expired, ${revoked} revoked`, `until ${expires}`].join('  '),
    );
}

/** One line for each that was issued at that moment. */
export async function listCodesOf(database: Database, issuedAt: Date, now: Date): Promise<string[]> {
  const { rows } = await database.execute(sql`
    select c.id::text, kind, juf::text, points, role_code as role, ${stateAt(now)} as state, ${isoTime('coalesce(used_at, released_at)')} as at,
           m.uid as member
      from activation_code c left join member m on m.id = c.member_id where issued_at = ${issuedAt.toISOString()} order by c.id`);
  return z
    .array(codeRow)
    .parse(rows)
    .map((code) =>
      [
        code.id,
        describeGift(code),
        code.state,
        ...(code.at === null ? [] : [code.at]),
        ...(code.member === null ? [] : [`by ${code.member}`]),
      ].join('  '),
    );
}

function describeGift({
  kind,
  juf,
  points,
  role,
}: {
  kind: string;
  juf: string | null;
  points: number | null;
  role: string | null;
}): string {
  if (kind === 'JUF') return `${inTokens(BigInt(juf ?? '0'), 'JUF')} JUF`;
  return kind === 'SCORE' ? `${points ?? 0} points` : `the role ${role ?? ''}`;
}

const blockedRow = z.object({
  id: z.string(),
  uid: z.string(),
  username: z.string(),
  address: z.string(),
  since: z.string(),
  why: z.string().nullable(),
  by: z.string().nullable(),
});

/** One line each, the newest first, with the act that blocked the member last. */
export async function listBlocked(database: Database): Promise<string[]> {
  const { rows } = await database.execute(sql`
    select m.id, m.uid, m.username, m.address, ${isoTime('m.blocked_at')} as since, a.why, coalesce(a.role, a.os_user) as by
      from member m left join lateral (
        select why, role, os_user from operator_act where about = m.id and command = 'block' and outcome = 'DONE' order by at desc limit 1
      ) a on true
     where m.blocked_at is not null order by m.blocked_at desc, m.id limit 200`);
  return z
    .array(blockedRow)
    .parse(rows)
    .map(({ id, uid, username, address, since, why, by }) =>
      [
        uid,
        username,
        address,
        id,
        `since ${since}`,
        ...(by === null ? [] : [`by ${by}`]),
        ...(why === null ? [] : [`because: ${why}`]),
      ].join('  '),
    );
}

/** What is said where there is none goes to standard error, so that programs can read a list. */
export function printList(lines: readonly string[], none: string, most?: number): void {
  for (const line of lines) console.log(line);
  if (lines.length === 0) console.error(none);
  if (lines.length === most) console.error(`There may be more than these ${most}.`);
}
