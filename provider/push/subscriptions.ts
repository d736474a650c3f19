import { createECDH } from 'node:crypto';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { BodyOf, SentDataOf } from '../../src/lib/api/contract/define-call.ts';
import type { push as reading, subscribePush as subscribing } from '../../src/lib/api/contract/push.ts';
import type { LanguageCode } from '../../src/lib/i18n/languages.ts';
import { inTransaction } from '../db/in-transaction.ts';
import type { Session } from '../session.ts';
import { Refusal } from '../http/refusal.ts';
import { countAttempt } from '../modules/account/count-attempt.ts';
import { hashSecret } from '../secrets.ts';
import type { Services } from '../provider-services.ts';
import { type PushSubscriptionRow, pushSubscription } from './schema.ts';

const MOST_A_MEMBER = 10;
/** As the database has it. */
const LONGEST_ENDPOINT = 1_000;
/** More browsers than a person would turn on by hand. Limited, because each makes this server call an address that the caller chose. */
const CHANGES_A_MINUTE = 10;

type Device = SentDataOf<typeof subscribing>;

/** GET /account/push, an extension. */
export async function readPush({ database, push }: Services, memberId: string): Promise<SentDataOf<typeof reading>> {
  if (push === null) return { publicKey: null, devices: [] };
  const rows = await database
    .select()
    .from(pushSubscription)
    .where(and(eq(pushSubscription.memberId, memberId), eq(pushSubscription.publicKey, push.keys.publicKey)))
    .orderBy(desc(pushSubscription.createdAt));
  return { publicKey: push.keys.publicKey, devices: rows.map(present) };
}

/** POST /account/subscribePush, an extension. */
export async function subscribePush(
  services: Services,
  { member, token }: Session,
  wish: BodyOf<typeof subscribing>,
  { language, client }: { language: LanguageCode; client: string },
): Promise<Device> {
  const { database, clock, push } = services;
  const endpoint = URL.parse(wish.endpoint);
  // Called, it may be nine times as long as it was written.
  if (push === null || endpoint === null || endpoint.href.length > LONGEST_ENDPOINT || !push.reach.allows(endpoint) || !canEncrypt(wish))
    throw new Refusal('PUSH_UNAVAILABLE');
  for (const [kind, subject, most] of [
    ['push member', member.id, CHANGES_A_MINUTE],
    ['push client', client, 3 * CHANGES_A_MINUTE],
  ] as const)
    if ((await countAttempt(services, kind, subject)) > most) throw new Refusal('TOO_MANY_REQUESTS', { headers: { 'retry-after': '60' } });
  const now = clock();
  const row = {
    memberId: member.id,
    p256dh: wish.p256dh,
    auth: wish.auth,
    publicKey: push.keys.publicKey,
    language,
    showsAmounts: wish.showsAmounts,
    sessionHash: wish.endsWithSession ? hashSecret(token) : null,
    createdAt: now,
    // Earlier events aren't sent.
    toldUntil: now,
  };
  return inTransaction(database, async (tx) => {
    // A browser belongs to one member at a time: messages that wait for the previous one are dropped.
    const endpointHash = hashSecret(endpoint.href);
    await tx.delete(pushSubscription).where(eq(pushSubscription.endpointHash, endpointHash));
    const [made] = await tx
      .insert(pushSubscription)
      .values({ id: v7({ msecs: now.getTime() }), endpoint: endpoint.href, endpointHash, ...row })
      .onConflictDoUpdate({ target: pushSubscription.endpointHash, set: row })
      .returning();
    if (made === undefined) throw new Error('an upsert returned no row');
    const surplus = tx
      .select({ id: pushSubscription.id })
      .from(pushSubscription)
      .where(eq(pushSubscription.memberId, member.id))
      .orderBy(desc(pushSubscription.createdAt), desc(pushSubscription.id))
      .offset(MOST_A_MEMBER);
    await tx.delete(pushSubscription).where(inArray(pushSubscription.id, surplus));
    return present(made);
  });
}

/** POST /account/unsubscribePush, an extension. Idempotent; another member's id changes nothing. */
export async function unsubscribePush({ database }: Services, memberId: string, id: string): Promise<Record<string, never>> {
  await database.delete(pushSubscription).where(and(eq(pushSubscription.id, id), eq(pushSubscription.memberId, memberId)));
  return {};
}

function present({ id, endpointHash, createdAt, showsAmounts, sessionHash }: PushSubscriptionRow): Device {
  const digest = Buffer.from(endpointHash).toString('hex');
  return { id, digest, since: createdAt.toISOString(), showsAmounts, endsWithSession: sessionHash !== null };
}

/** Whether anything can be encrypted for a browser: its key lies on the curve, uncompressed, and its secret is long enough (RFC 8291). */
function canEncrypt({ p256dh, auth }: Pick<BodyOf<typeof subscribing>, 'p256dh' | 'auth'>): boolean {
  if (Buffer.from(p256dh, 'base64url').length !== 65 || Buffer.from(auth, 'base64url').length < 16) return false;
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  try {
    return pair.computeSecret(p256dh, 'base64url').length === 32;
  } catch {
    return false;
  }
}
