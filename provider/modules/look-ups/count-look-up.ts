import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../provider-services.ts';
import { hashSecret } from '../../secrets.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

export interface Looker {
  memberId: string;
  client: string;
}

/** The id of a member who was found, or the name that was tried, prefixed with its kind; it may not exist. */
export type LookUp = { kind: 'MEMBER'; id: string } | { kind: 'NAME'; name: string };

type Counts = Record<'members_hour' | 'members_day' | 'names_hour' | 'names_day' | 'client_hour', string> &
  Record<'hour_from' | 'day_from' | 'client_from', Date | null>;

/**
 * Counts a look-up, or refuses it with TOO_MANY_REQUESTS: per member and per client, since accounts cost nothing. Repeating a look-up within a day counts
 * once. It's stored before it's counted, so that concurrent ones are all counted, and removed if refused, so that refusals don't fill the table. Exhausting
 * one kind exhausts both: otherwise a refusal would reveal that somebody was found.
 */
export async function countLookUp(services: Services, { memberId, client }: Looker, lookUp: LookUp): Promise<void> {
  const { database, clock, limits } = services;
  const now = clock();
  const subject = Buffer.from(hashSecret(lookUp.kind === 'MEMBER' ? lookUp.id : lookUp.name.normalize('NFKC').trim().toLowerCase()));
  const key = [memberId, lookUp.kind, subject];
  const [hourAgo, dayAgo] = [HOUR_MS, DAY_MS].map((ms) => new Date(now.getTime() - ms));
  const { rowCount } = await database.$client.query(
    `insert into look_up (member_id, kind, subject, client, looked_up_at) values ($1, $2, $3, $4, $5)
       on conflict (member_id, kind, subject) do update set client = excluded.client, looked_up_at = excluded.looked_up_at where look_up.looked_up_at <= $6`,
    [...key, client, now, dayAgo],
  );
  if (rowCount === 0) return;
  const { rows } = await database.$client.query<Counts>(
    `select count(*) filter (where own and kind = 'MEMBER' and late) as members_hour, count(*) filter (where own and kind = 'MEMBER') as members_day,
            count(*) filter (where own and kind = 'NAME' and late) as names_hour, count(*) filter (where own and kind = 'NAME') as names_day,
            count(*) filter (where ofclient and late) as client_hour, min(looked_up_at) filter (where own and late) as hour_from,
            min(looked_up_at) filter (where own) as day_from, min(looked_up_at) filter (where ofclient and late) as client_from
       from (select kind, looked_up_at, member_id = $1 as own, client = $2 as ofclient, looked_up_at > $3 as late
               from look_up where looked_up_at > $4 and (member_id = $1 or client = $2)) counted`,
    [memberId, client, hourAgo, dayAgo],
  );
  const freeAt = rows[0] === undefined ? null : whenAllowed(rows[0], lookUp.kind, limits);
  if (freeAt === null) return;
  await database.$client.query('delete from look_up where member_id = $1 and kind = $2 and subject = $3', key);
  const seconds = Math.max(1, Math.ceil((freeAt - now.getTime()) / 1_000));
  throw new Refusal('TOO_MANY_REQUESTS', { headers: { 'retry-after': String(seconds) } });
}

/** Null while within the limits; otherwise when the oldest counted look-up expires. The current look-up is included in the count of its kind. */
function whenAllowed(counts: Counts, kind: LookUp['kind'], limits: Services['limits']): number | null {
  const isOver = (counted: string, limit: number, ofKind: LookUp['kind']): boolean =>
    ofKind === kind ? Number(counted) > limit : Number(counted) >= limit;
  const over = [
    { isOver: isOver(counts.members_hour, limits.membersFoundPerHour, 'MEMBER'), from: counts.hour_from, ms: HOUR_MS },
    { isOver: isOver(counts.names_hour, limits.namesTriedPerHour, 'NAME'), from: counts.hour_from, ms: HOUR_MS },
    { isOver: isOver(counts.members_day, limits.membersFoundPerDay, 'MEMBER'), from: counts.day_from, ms: DAY_MS },
    { isOver: isOver(counts.names_day, limits.namesTriedPerDay, 'NAME'), from: counts.day_from, ms: DAY_MS },
    { isOver: Number(counts.client_hour) > limits.lookUpsPerClientHour, from: counts.client_from, ms: HOUR_MS },
  ].filter((each) => each.isOver);
  return over.length === 0 ? null : Math.max(...over.map(({ from, ms }) => (from?.getTime() ?? 0) + ms));
}
