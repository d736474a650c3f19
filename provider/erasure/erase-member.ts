import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { endAllSessions } from '../modules/account/end-all-sessions.ts';
import { lockMember } from '../modules/account/lock-member.ts';
import { member, memberUid, retiredUsername, signInNonce } from '../modules/account/schema.ts';
import { createPlainCode } from '../secrets.ts';
import { usernameKey } from '../modules/account/username-key.ts';
import { lockNames } from '../modules/profile/lock-names.ts';
import { usernameShapes } from '../modules/profile/username/username-shapes.ts';
import { eraseFromActs } from './erase-from-acts.ts';
import { nameDigests, uidDigests } from './name-digests.ts';

export interface Erased {
  uid: string;
  names: number;
  sessions: number;
  remarks: number;
  answers: number;
  acts: number;
}

/**
 * Erases what identifies a member: names, invitation code, language, sessions, sign-ins, the remarks of their transfers, stored responses, and their names
 * in the operator's acts. Address and figures stay (decision 95). The caller has to refuse members whose money is still under way.
 */
export async function eraseMember(tx: Transaction, memberId: string, now: Date): Promise<Erased> {
  await lockNames(tx);
  await lockMember(tx, memberId);
  const [before] = await tx.select().from(member).where(eq(member.id, memberId));
  if (before === undefined) throw new Error('there is no such member');
  const retired = await tx.select().from(retiredUsername).where(eq(retiredUsername.memberId, memberId));
  const former = await tx.select().from(memberUid).where(eq(memberUid.memberId, memberId));
  const uids = [...new Set([before.uid, ...former.map((each) => each.uid)])];
  const usernames = [...new Set([before.username, ...retired.map(({ username }) => username)])];
  const uid = createPlainCode(8);
  await rename(tx, memberId, uid, now);
  await tx.delete(retiredUsername).where(eq(retiredUsername.memberId, memberId));
  await tx.delete(memberUid).where(eq(memberUid.memberId, memberId));
  await keepTaken(tx, [...usernames.flatMap(nameDigests), ...uids.flatMap(uidDigests)]);
  await tx.delete(signInNonce).where(eq(signInNonce.address, before.address));
  await tx.execute(sql`delete from push_subscription where member_id = ${memberId}`);
  await tx.execute(sql`delete from calendar_feed where member_id = ${memberId}`);
  await tx.execute(sql`delete from notice_seen where member_id = ${memberId}`);
  await tx.execute(sql`delete from look_up where member_id = ${memberId}`);
  const { rowCount: answers } = await tx.execute(sql`delete from idempotent_answer where member_id = ${memberId}`);
  const { rows } = await tx.execute<{ erased: string }>(
    sql`select ledger_erase_remarks(${memberId}, ${now.toISOString()}::timestamptz)::text as erased`,
  );
  return {
    uid,
    names: usernames.length + uids.length,
    sessions: await endAllSessions(tx, memberId),
    remarks: Number(rows[0]?.erased ?? 0),
    answers: answers ?? 0,
    acts: await eraseFromActs(tx, [...usernames, ...uids, before.referralCode]),
  };
}

/** The name of a member who has just joined. */
async function rename(tx: Transaction, memberId: string, uid: string, now: Date): Promise<void> {
  const username = `ju-${uid}`;
  await tx
    .update(member)
    .set({
      uid,
      username,
      usernameKey: usernameKey(username),
      ...usernameShapes(username),
      usernameChangedAt: null,
      avatar: null,
      referralCode: createPlainCode(8).toUpperCase(),
      language: 'en',
      erasedAt: now,
    })
    .where(eq(member.id, memberId));
}

async function keepTaken(tx: Transaction, digests: readonly Uint8Array[]): Promise<void> {
  const texts = digests.map((digest) => Buffer.from(digest).toString('hex'));
  await tx.execute(
    sql`insert into erased_name (digest) select decode(t, 'hex') from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) t on conflict do nothing`,
  );
}
