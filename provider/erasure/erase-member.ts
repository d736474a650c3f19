import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../db/database.ts';
import type { Token } from '../ledger/account.ts';
import { lockMember } from '../modules/account/member.ts';
import { member, memberUid, retiredUsername, signInNonce } from '../modules/account/schema.ts';
import { endAllSessions } from '../modules/account/sessions.ts';
import { lockNames, nameDigests, uidDigests, usernameKey, usernameShapes } from '../modules/profile/username/username-shapes.ts';
import { isUnclaimedBonus, PROMISE_TABLES } from '../modules/promises.ts';
import { createPlainCode } from '../secrets.ts';
import { fromTokens, inTokens } from '../token-amounts.ts';

export interface Erased {
  uid: string;
  names: number;
  sessions: number;
  remarks: number;
  answers: number;
  acts: number;
}

const DAY_MS = 86_400_000;
/** How long somebody who joined and never did anything is kept. */
const KEPT_DAYS = 90;
const BATCH = 50;
/** The next run takes up the rest. */
const WITHIN_MS = 60_000;

/**
 * Erases what identifies a member: names, invitation code, language, sessions, sign-ins, the remarks of their transfers, stored responses, and their names
 * in the operator's acts and proposals. Address and figures stay (decision 95). The caller has to refuse members whose money is still under way.
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

const TAKEN_OUT = '(erased)';

type Act = { id: string; operands: string[]; options: Record<string, string>; why: string | null };

/** Removes names from what operators typed and what proposals say, wherever they are whole words. Returns how many acts and proposals it changed. */
async function eraseFromActs(tx: Transaction, names: readonly string[]): Promise<number> {
  const words = names.map((name) => name.toLowerCase());
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_-])(?:${words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join('|')})(?![\\p{L}\\p{N}_-])`,
    'giu',
  );
  const without = (text: string): string => text.replaceAll(pattern, TAKEN_OUT);
  const mentions = (text: SQL): SQL =>
    sql`exists (select from jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) w where position(w in lower(${text})) > 0)`;
  const { rows: acts } = await tx.execute<Act>(sql`
    select id, operands, options, why from operator_act where ${mentions(sql`concat_ws(' ', operands::text, options::text, why)`)} for update`);
  const { rows: proposals } = await tx.execute<{ id: string; says: string; why: string }>(sql`
    select id, says, why from proposal where ${mentions(sql`concat_ws(' ', says, why)`)} for update`);
  let changed = 0;
  for (const { id, operands, options, why } of acts) {
    const next = {
      operands: operands.map(without),
      options: Object.fromEntries(Object.entries(options).map(([name, text]) => [name, without(text)])),
      why: why === null ? null : without(why),
    };
    if (JSON.stringify(next) === JSON.stringify({ operands, options, why })) continue;
    await tx.execute(sql`
      update operator_act set operands = ${JSON.stringify(next.operands)}::jsonb, options = ${JSON.stringify(next.options)}::jsonb, why = ${next.why} where id = ${id}`);
    changed += 1;
  }
  for (const { id, says, why } of proposals) {
    const next = { says: without(says), why: without(why) };
    if (next.says === says && next.why === why) continue;
    await tx.execute(sql`update proposal set says = ${next.says}, why = ${next.why} where id = ${id}`);
    changed += 1;
  }
  return changed;
}

interface Held extends Record<string, unknown> {
  what: string;
  isSpendable: boolean;
  token: Token;
  amount: string;
}

/**
 * Describes what is still owed to a member or under way. A balance below the smallest transfer doesn't count, because the member could never get rid of
 * it: it remains theirs, under the same address.
 */
export async function findObstacles(tx: Transaction, { id, address }: { id: string; address: string }, minimum: string): Promise<string[]> {
  const owned = sql.join(
    PROMISE_TABLES.map((table) => sql`select id, ${table}::text as what from ${sql.identifier(table)} where member_id = ${id}`),
    sql` union all `,
  );
  const { rows } = await tx.execute<Held>(sql`
    with owner (id, what) as (select ${id}::uuid, 'balance' union all ${owned})
    select o.what || ' ' || a.kind as what, a.kind = 'AVAILABLE' as "isSpendable", a.token::text, sum(a.balance::numeric)::text as amount
      from owner o join ledger_account a on a.owner_id = o.id where a.balance <> 0 group by o.what, a.kind, a.token
    union all
    select 'bonus, not claimed', false, 'USDT', sum(amount::numeric)::text from bonus where member_id = ${id} and ${isUnclaimedBonus}
    having count(*) > 0
    union all
    select 'deposit, ' || lower(state::text), false, token::text, amount::text from deposit where lower(sender) = lower(${address}) and state not in ('CREDITED', 'LOST')
    union all
    select 'payout, not final', false, token::text, amount::text from chain_order where member_id = ${id} and settled_block is null and status <> 'VOIDED'
    order by 1, 3`);
  const isDust = ({ isSpendable, token, amount }: Held): boolean => isSpendable && BigInt(amount) < fromTokens(minimum, token);
  return rows.filter((row) => !isDust(row)).map(({ what, token, amount }) => `${what}: ${inTokens(BigInt(amount), token)} ${token}`);
}

/**
 * Removes members who joined long ago, aren't signed in, and have nothing: no account was ever opened for them, and nothing refers to them but sessions that
 * have ended. Accounts cost nothing to make, so they must not cost something for ever. Whoever comes back with the same wallet joins anew. Their uid
 * stays taken.
 */
export async function removeNewcomers(database: Database, now: Date): Promise<number> {
  const endsAtMs = performance.now() + WITHIN_MS;
  const [at, joinedBefore] = [now.toISOString(), new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString()];
  let removed = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; performance.now() < endsAtMs;) {
    const { rows } = await database.execute<{ id: string }>(sql`
      select id from member m
       where id > ${after} and created_at < ${joinedBefore}
         and username_changed_at is null and avatar is null and blocked_at is null and erased_at is null and referrer_id is null
         and not exists (select from ledger_account a where a.owner_id = m.id)
         and not exists (select from deposit d where d.sender = m.address)
         and not exists (select from member invited where invited.referrer_id = m.id)
         and not exists (select from session s where s.member_id = m.id and s.ended_at is null and s.idle_until > ${at} and s.expires_at > ${at})
       order by id limit ${BATCH}`);
    const last = rows.at(-1);
    if (last === undefined) break;
    const ids = rows.map(({ id }) => id);
    const { rows: did } = await database.execute<{ removed: number }>(
      sql`select member_remove_unused(${sql.param(ids)}::uuid[])::integer as removed`,
    );
    removed += did[0]?.removed ?? 0;
    after = last.id;
  }
  return removed;
}
