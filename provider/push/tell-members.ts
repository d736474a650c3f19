import { and, asc, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { languageOf } from '../../src/lib/i18n/languages.ts';
import { localePath } from '../../src/lib/i18n/locale-path.ts';
import { writeNotice } from '../../src/lib/notices/write-notice.ts';
import { tokenDecimals, unitOf } from '../../src/lib/token-decimals.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { member } from '../modules/account/schema.ts';
import { findNotices, type FoundNotice, noticeTexts } from '../modules/notices/find-notices.ts';
import { type PushSubscriptionRow, pushMessage, pushPause, pushSubscription } from './schema.ts';
import { type Background, sendDue, type Sums } from './send-due.ts';

/** A transaction may be committed some time after its timestamp. Messages sent meanwhile aren't sent again. */
const OVERLAP_MS = 5 * 60_000;
/** Messages to one browser in 24 hours: a thousand tiny transfers must not wake a member a thousand times. */
const MOST_A_DAY = 20;
const DAY_MS = 86_400_000;
const KEPT_FOR_MS = 2 * DAY_MS;
const BATCH = 100;
/** The next run takes up the rest. Together less than the minute after which it comes, and far less than a run may take. */
const NOTES_WITHIN_MS = 20_000;
const SENDS_WITHIN_MS = 30_000;

type Message = typeof pushMessage.$inferInsert;

/** Queues messages to browsers and sends them. Concurrent and interrupted runs repeat nothing, except a message that was just being sent. */
export async function tellMembers(services: Background, now: Date): Promise<Sums & { noted: number }> {
  const ended = await endSubscriptions(services, now);
  const noted = await noteMessages(services, now, performance.now() + NOTES_WITHIN_MS);
  const sent = await sendDue(services, now, performance.now() + SENDS_WITHIN_MS);
  const before = new Date(now.getTime() - KEPT_FOR_MS);
  await services.database.delete(pushMessage).where(lt(pushMessage.createdAt, before));
  // Nobody has asked it since. Members choose the names of services, so there may be many.
  await services.database.delete(pushPause).where(lt(pushPause.until, before));
  return { ...sent, ended: ended + sent.ended, noted };
}

/** Deletes subscriptions whose session is over, or whose key the operator has replaced. */
async function endSubscriptions({ database, push }: Background, now: Date): Promise<number> {
  const at = now.toISOString();
  const { rowCount: ofSessions } = await database.execute(sql`
    delete from push_subscription p where p.session_hash is not null and not exists (
      select from session s where s.token_hash = p.session_hash and s.ended_at is null and s.idle_until > ${at} and s.expires_at > ${at})`);
  const { rowCount: ofKeys } = await database.delete(pushSubscription).where(ne(pushSubscription.publicKey, push.keys.publicKey));
  return (ofSessions ?? 0) + (ofKeys ?? 0);
}

/** Those first that were noted longest ago. */
async function noteMessages({ database }: Background, now: Date, endsAtMs: number): Promise<number> {
  for (let noted = 0; ;) {
    const rows = await database
      .select({ subscription: pushSubscription })
      .from(pushSubscription)
      .innerJoin(member, eq(member.id, pushSubscription.memberId))
      .where(and(isNull(member.blockedAt), lt(pushSubscription.toldUntil, now)))
      .orderBy(asc(pushSubscription.toldUntil), asc(pushSubscription.id))
      .limit(BATCH);
    const messages = await Promise.all(rows.map(({ subscription }) => composeMessages(database, subscription, now)));
    const ids = rows.map(({ subscription }) => subscription.id);
    noted += await keepMessages(database, messages.flat());
    if (ids.length > 0) await database.update(pushSubscription).set({ toldUntil: now }).where(inArray(pushSubscription.id, ids));
    if (ids.length < BATCH || performance.now() > endsAtMs) return noted;
  }
}

/** Only for subscriptions that still exist: one may have ended meanwhile. */
async function keepMessages(database: Background['database'], messages: readonly Message[]): Promise<number> {
  if (messages.length === 0) return 0;
  return inTransaction(database, async (tx) => {
    const ids = messages.map(({ subscriptionId }) => subscriptionId);
    const there = await tx
      .select({ id: pushSubscription.id })
      .from(pushSubscription)
      .where(inArray(pushSubscription.id, ids))
      .for('key share');
    const kept = messages.filter(({ subscriptionId }) => there.some(({ id }) => id === subscriptionId));
    if (kept.length === 0) return 0;
    return (await tx.insert(pushMessage).values(kept).onConflictDoNothing()).rowCount ?? 0;
  });
}

async function composeMessages(database: Background['database'], subscription: PushSubscriptionRow, now: Date): Promise<Message[]> {
  const { id, memberId, createdAt, toldUntil, language, showsAmounts } = subscription;
  const since = new Date(Math.max(createdAt.getTime(), toldUntil.getTime() - OVERLAP_MS));
  const found = await findNotices(database, [memberId, since.toISOString(), now.toISOString(), language]);
  if (found.length === 0) return [];
  const alreadySent = await database
    .select({ kind: pushMessage.kind, source: pushMessage.source })
    .from(pushMessage)
    .where(and(eq(pushMessage.subscriptionId, id), gt(pushMessage.createdAt, new Date(now.getTime() - DAY_MS))));
  const isNew = (notice: FoundNotice): boolean => !alreadySent.some(({ kind, source }) => kind === notice.kind && source === notice.source);
  const texts = await noticeTexts(language);
  return found
    .filter(isNew)
    .slice(0, Math.max(0, MOST_A_DAY - alreadySent.length))
    .map((notice) => {
      const { text, path } = writeNotice(toldOf(notice, showsAmounts), texts, languageOf(language).locale);
      const payload = JSON.stringify({
        text,
        path: localePath(language, path),
        tag: `${notice.kind} ${notice.source}`,
        at: notice.at.getTime(),
      });
      return {
        id: v7({ msecs: now.getTime() }),
        subscriptionId: id,
        kind: notice.kind,
        source: notice.source,
        payload,
        createdAt: now,
        dueAt: now,
      };
    });
}

/** Titles are public; amounts aren't shown on a locked screen unless the member wants them there. */
function toldOf({ kind, token, amount, title, slug }: FoundNotice, showsAmounts: boolean) {
  return {
    kind,
    ...(showsAmounts && token !== null && amount !== null
      ? { walletType: token, amount: BigInt(amount) * unitOf(tokenDecimals[token]) }
      : {}),
    ...(title === null ? {} : { title }),
    ...(slug === null ? {} : { slug }),
  };
}
