import { and, asc, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { toDecimalString } from '../../src/lib/amount.ts';
import { languageOf } from '../../src/lib/i18n/languages.ts';
import { localePath } from '../../src/lib/i18n/locale-path.ts';
import { writeNotice } from '../../src/lib/notices/write-notice.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { member } from '../modules/account/schema.ts';
import { findNotices, type FoundNotice } from '../modules/notices/find-notices.ts';
import { noticeTexts } from '../modules/notices/notice-texts.ts';
import type { ProcessServices } from '../provider-services.ts';
import { tokenDecimals } from '../token-decimals.ts';
import { type PushSubscriptionRow, pushMessage, pushSubscription } from './schema.ts';
import { type PushOutcome, sendPush } from './send-push.ts';

/** A transaction may be committed some time after its timestamp. Messages sent meanwhile aren't sent again. */
const OVERLAP_MS = 5 * 60_000;
/** Messages to one browser in 24 hours: a thousand tiny transfers must not wake a member a thousand times. */
const MOST_A_DAY = 20;
const DAY_MS = 86_400_000;
const KEPT_FOR_MS = 2 * DAY_MS;
const BATCH = 100;
const AT_ONCE = 10;
/** After each failure; then it is given up. */
const AGAIN_AFTER_MINUTES = [1, 5, 15, 60, 240] as const;
/** A run that takes longer leaves the rest to the next one. */
const MOST_BATCHES = 20;

type Message = typeof pushMessage.$inferInsert;
type Background = Pick<ProcessServices, 'database' | 'log'> & { push: NonNullable<ProcessServices['push']> };

/** Queues messages to browsers and sends them. Concurrent and interrupted runs repeat nothing, except a message that was just being sent. */
export async function tellMembers(services: Background, now: Date): Promise<Record<'ended' | 'noted' | 'sent' | 'failed', number>> {
  const ended = await endSubscriptions(services, now);
  const noted = await noteMessages(services, now);
  const sent = await sendMessages(services, now);
  await services.database.delete(pushMessage).where(lt(pushMessage.createdAt, new Date(now.getTime() - KEPT_FOR_MS)));
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

async function noteMessages({ database }: Background, now: Date): Promise<number> {
  let noted = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await database
      .select({ subscription: pushSubscription })
      .from(pushSubscription)
      .innerJoin(member, eq(member.id, pushSubscription.memberId))
      .where(and(gt(pushSubscription.id, after), isNull(member.blockedAt), lt(pushSubscription.toldUntil, now)))
      .orderBy(asc(pushSubscription.id))
      .limit(BATCH);
    const messages = await Promise.all(rows.map(({ subscription }) => composeMessages(database, subscription, now)));
    const ids = rows.map(({ subscription }) => subscription.id);
    noted += await keepMessages(database, messages.flat());
    if (ids.length > 0) await database.update(pushSubscription).set({ toldUntil: now }).where(inArray(pushSubscription.id, ids));
    const last = ids.at(-1);
    if (last === undefined || ids.length < BATCH) return noted;
    after = last;
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
      ? { walletType: token, amount: toDecimalString(BigInt(amount), tokenDecimals[token]) }
      : {}),
    ...(title === null ? {} : { title }),
    ...(slug === null ? {} : { slug }),
  };
}

type DueMessage = { id: string; subscriptionId: string; attempts: number; payload: string; endpoint: string; p256dh: string; auth: string };

async function sendMessages(services: Background, now: Date): Promise<Record<'ended' | 'sent' | 'failed', number>> {
  const sums = { ended: 0, sent: 0, failed: 0 };
  for (let batches = 0; batches < MOST_BATCHES; batches += 1) {
    const due = await takeDue(services.database, now);
    for (let start = 0; start < due.length; start += AT_ONCE) {
      const outcomes = await Promise.all(due.slice(start, start + AT_ONCE).map((message) => deliver(services, message, now)));
      for (const outcome of outcomes) sums[outcome] += 1;
    }
    if (due.length < BATCH) break;
  }
  return sums;
}

/** Counts the attempt and sets the next one before it is made: a process that dies leaves it to the next run, and two runs never take the same. */
async function takeDue(database: Background['database'], now: Date): Promise<DueMessage[]> {
  const at = now.toISOString();
  const { rows } = await database.execute<DueMessage>(sql`
    update push_message m
       set attempts = m.attempts + 1,
           due_at = ${at}::timestamptz + make_interval(mins => (${sql.raw(`array[${AGAIN_AFTER_MINUTES.join(', ')}]`)})[least(m.attempts + 1, ${AGAIN_AFTER_MINUTES.length})])
      from push_subscription s
     where s.id = m.subscription_id
       and m.id = any(array(select id from push_message where due_at <= ${at} order by due_at, id limit ${BATCH} for update skip locked))
    returning m.id, m.subscription_id as "subscriptionId", m.attempts, m.payload, s.endpoint, s.p256dh, s.auth`);
  return rows;
}

async function deliver({ database, log, push }: Background, message: DueMessage, now: Date): Promise<'ended' | 'sent' | 'failed'> {
  const outcome = await sendPush(push, message, message.payload);
  const isOver = outcome.kind !== 'LATER' || message.attempts > AGAIN_AFTER_MINUTES.length;
  if (outcome.kind === 'GONE') {
    await database.delete(pushSubscription).where(eq(pushSubscription.id, message.subscriptionId));
    return 'ended';
  }
  if (isOver) await database.update(pushMessage).set({ dueAt: null }).where(eq(pushMessage.id, message.id));
  if (outcome.kind !== 'SENT') warn(log, outcome, message, now);
  return outcome.kind === 'SENT' ? 'sent' : 'failed';
}

/** Names the service and never the address, which is the browser's secret. */
function warn(
  log: Background['log'],
  outcome: Exclude<PushOutcome, { kind: 'SENT' | 'GONE' }>,
  { endpoint, attempts }: DueMessage,
  now: Date,
): void {
  const why = outcome.kind === 'LATER' ? outcome.why : outcome.kind;
  log.warn({ service: new URL(endpoint).hostname, why, attempts, at: now.toISOString() }, 'a push service did not take a message');
}
