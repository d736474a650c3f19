import { eq, sql } from 'drizzle-orm';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import pLimit from 'p-limit';
import webPush from 'web-push';
import type { ProcessServices } from '../provider-services.ts';
import type { PushKeys, PushReach } from './push-reach.ts';
import { pushMessage, pushPause, pushSubscription } from './schema.ts';

export type Background = Pick<ProcessServices, 'database' | 'log'> & { push: NonNullable<ProcessServices['push']> };
export type Sums = Record<'ended' | 'sent' | 'failed', number>;

/** Requests under way of all services together, to one service, and for one member. */
const AT_ONCE = 32;
const AT_ONCE_PER_HOST = 4;
const AT_ONCE_PER_MEMBER = 2;
/** After each failure; then it is given up. */
const AGAIN_AFTER_MINUTES = [1, 5, 15, 60, 240] as const;
/** After each failure of a service in a row. */
const PAUSE_MINUTES = [1, 2, 5, 10, 30] as const;

type DueMessage = {
  id: string;
  subscriptionId: string;
  memberId: string;
  attempts: number;
  payload: string;
  endpoint: string;
  p256dh: string;
  auth: string;
};

/** How long a push service keeps a message for a device that is off. */
const KEPT_FOR_SECONDS = 86_400;
const PUSH_TIMEOUT_MS = 10_000;

/**
 * Sends what is due until `endsAtMs`, of `performance.now()`. Each service has a lane of its own with a share of the pool, so one that is slow delays only
 * its own messages; one that doesn't answer is left alone for a while, longer each time. A member who has many messages leaves room for others in each lane.
 */
export async function sendDue(services: Background, now: Date, endsAtMs: number): Promise<Sums> {
  const sums = { ended: 0, sent: 0, failed: 0 };
  const pool = pLimit(AT_ONCE);
  const { rows } = await services.database.execute<{ host: string }>(sql`
    select distinct m.host from push_message m left join push_pause p using (host)
     where m.due_at <= ${now.toISOString()} and m.host is not null and (p.until is null or p.until <= ${now.toISOString()})`);
  await Promise.all(
    rows.map(async ({ host }) => {
      const lane: Lane = { host, now, endsAtMs, oneByOne: pLimit(1), members: new Map(), isPaused: false };
      await Promise.all(Array.from({ length: AT_ONCE_PER_HOST }, () => workOff(services, lane, pool, sums)));
    }),
  );
  return sums;
}

interface Lane {
  host: string;
  now: Date;
  endsAtMs: number;
  /** Takes messages one after the other, so that each sees whose are under way. */
  oneByOne: ReturnType<typeof pLimit>;
  /** How many of a member's messages are under way. */
  members: Map<string, number>;
  isPaused: boolean;
}

async function workOff(services: Background, lane: Lane, pool: ReturnType<typeof pLimit>, sums: Sums): Promise<void> {
  const sendOne = async (): Promise<boolean> => {
    // A request may take its whole time, and the run must be over by then.
    const isLate = performance.now() + PUSH_TIMEOUT_MS > lane.endsAtMs;
    const message = isLate || lane.isPaused ? undefined : await lane.oneByOne(() => takeDue(services.database, lane));
    if (message === undefined) return false;
    sums[await deliver(services, lane, message)] += 1;
    return true;
  };
  while (await pool(sendOne));
}

/** Counts the attempt and sets the next one before it is made: a process that dies leaves it to the next run, and two runs never take the same. */
async function takeDue(database: Background['database'], { host, now, members }: Lane): Promise<DueMessage | undefined> {
  const at = now.toISOString();
  const busy = [...members].filter(([, count]) => count >= AT_ONCE_PER_MEMBER).map(([memberId]) => memberId);
  const { rows } = await database.execute<DueMessage>(sql`
    update push_message m
       set attempts = m.attempts + 1,
           due_at = ${at}::timestamptz + make_interval(mins => (${sql.raw(`array[${AGAIN_AFTER_MINUTES.join(', ')}]`)})[least(m.attempts + 1, ${AGAIN_AFTER_MINUTES.length})])
      from push_subscription s
     where s.id = m.subscription_id
       and m.id = (select d.id from push_message d join push_subscription o on o.id = d.subscription_id
                    where d.host = ${host} and d.due_at <= ${at} and o.member_id <> all(${sql.param(busy)}::uuid[])
                    order by d.due_at, d.id limit 1 for update of d skip locked)
    returning m.id, m.subscription_id as "subscriptionId", s.member_id as "memberId", m.attempts, m.payload, s.endpoint, s.p256dh, s.auth`);
  const [message] = rows;
  if (message !== undefined) members.set(message.memberId, (members.get(message.memberId) ?? 0) + 1);
  return message;
}

async function deliver(services: Background, lane: Lane, message: DueMessage): Promise<keyof Sums> {
  const { database, log, push } = services;
  const { members, now } = lane;
  const outcome = await sendPush(push, message, message.payload).finally(() =>
    members.set(message.memberId, (members.get(message.memberId) ?? 1) - 1),
  );
  // Without a status there was no answer.
  if (outcome.kind === 'LATER' && !/^\d{3}$/.test(outcome.why)) await pause(database, lane);
  else await database.delete(pushPause).where(eq(pushPause.host, lane.host));
  if (outcome.kind === 'GONE') {
    await database.delete(pushSubscription).where(eq(pushSubscription.id, message.subscriptionId));
    return 'ended';
  }
  const isOver = outcome.kind !== 'LATER' || message.attempts > AGAIN_AFTER_MINUTES.length;
  if (isOver) await database.update(pushMessage).set({ dueAt: null }).where(eq(pushMessage.id, message.id));
  if (outcome.kind !== 'SENT') warn(log, outcome, message, now);
  return outcome.kind === 'SENT' ? 'sent' : 'failed';
}

/** Counted once for all requests that were under way. */
async function pause(database: Background['database'], lane: Lane): Promise<void> {
  if (lane.isPaused) return;
  lane.isPaused = true;
  const at = lane.now.toISOString();
  const minutes = sql.raw(`array[${PAUSE_MINUTES.join(', ')}]`);
  await database.execute(sql`
    insert into push_pause as p (host, failures, until) values (${lane.host}, 1, ${at}::timestamptz + make_interval(mins => (${minutes})[1]))
    on conflict (host) do update
      set failures = p.failures + 1, until = ${at}::timestamptz + make_interval(mins => (${minutes})[least(p.failures + 1, ${PAUSE_MINUTES.length})])
    where p.until <= ${at}`);
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

interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** `GONE`: the subscription has ended. `UNWANTED`: this message will never be taken. `LATER`: it may be taken another time. */
type PushOutcome = { kind: 'SENT' | 'GONE' | 'UNWANTED' } | { kind: 'LATER'; why: string };

/** Hands a message, encrypted for the browser alone (RFC 8291), to its push service. Redirects aren't followed. */
export async function sendPush(
  { keys, reach }: { keys: PushKeys; reach: PushReach },
  { endpoint, p256dh, auth }: PushTarget,
  payload: string,
): Promise<PushOutcome> {
  const address = new URL(endpoint);
  if (!reach.allows(address)) return { kind: 'GONE' };
  const { contact: subject, publicKey, privateKey } = keys;
  let details: webPush.RequestDetails;
  try {
    details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: KEPT_FOR_SECONDS,
      urgency: 'normal',
      contentEncoding: 'aes128gcm',
    });
  } catch {
    // A browser's keys that nothing can be encrypted for say nothing about its service.
    return { kind: 'UNWANTED' };
  }
  const { method, headers, body } = details;
  try {
    return judge(await request(address, { method, headers, lookup: reach.lookup }, body));
  } catch (error) {
    return { kind: 'LATER', why: error instanceof Error && 'code' in error ? String(error.code) : 'UNREACHABLE' };
  }
}

/** RFC 8030: 201 is success, 404 and 410 say that the subscription has ended, 413 that the message is too large. */
function judge(status: number): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'SENT' };
  if (status === 404 || status === 410) return { kind: 'GONE' };
  if (status === 400 || status === 413) return { kind: 'UNWANTED' };
  return { kind: 'LATER', why: String(status) };
}

function request(address: URL, options: Pick<https.RequestOptions, 'method' | 'headers' | 'lookup'>, body: Buffer | null): Promise<number> {
  const { request: open } = address.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const sent = open(address, { ...options, agent: false, signal: AbortSignal.timeout(PUSH_TIMEOUT_MS) }, (answer: IncomingMessage) => {
      resolve(answer.statusCode ?? 0);
      // The response's body is of no use, and may be endless.
      answer.destroy();
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
