import { and, eq, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Transaction } from '../../db/database.ts';
import { type CallContext, handleOnce } from '../../http/handler.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, promiseAccount } from '../../ledger/account.ts';
import type { Services } from '../../provider-services.ts';
import { hashSecret } from '../../secrets.ts';
import { nameOffer } from '../../terms/offer-names.ts';
import { inTokens } from '../../token-amounts.ts';
import { attemptWindow, countAttempt, tooMany } from '../account/count-attempt.ts';
import { lockMember } from '../account/member.ts';
import { attempt } from '../account/schema.ts';
import { readRole } from '../roles/read-role.ts';
import { memberRole } from '../roles/schema.ts';
import { addPoints } from '../score/read-score.ts';
import { postPayment } from '../wallet/post-payment.ts';
import { readCode } from './issue-activation-codes.ts';
import { type ActivationCode, activationCode } from './schema.ts';

type Definition = (typeof contract)['activeCode'];
type Given = SentDataOf<Definition>;

/** POST /profile/activeCode */
export const activateCode = handleOnce<Definition, string>({
  prepare: findCode,
  handle: ({ transaction, services, session }, codeId) => useActivationCode(transaction, services, session.member.id, codeId),
});

/** The id of the code. The attempt is counted here, outside the transaction that a refusal rolls back. */
async function findCode({ services, session, client, body }: CallContext<Definition>): Promise<string> {
  const plain = readCode(body.code);
  if (plain === null) throw new Refusal('CODE_UNKNOWN');
  const guesser = { memberId: session.member.id, client };
  await countGuess(services, guesser);
  const [found] = await services.database
    .select({ id: activationCode.id })
    .from(activationCode)
    .where(eq(activationCode.codeHash, hashSecret(plain)));
  if (found === undefined) throw new Refusal('CODE_UNKNOWN');
  await forgiveGuess(services, guesser);
  return found.id;
}

/** Uses up a code, if it brings this member something. */
export async function useActivationCode(
  transaction: Transaction,
  services: Pick<Services, 'economy' | 'clock' | 'language'>,
  memberId: string,
  codeId: string,
): Promise<Given> {
  const { economy, clock } = services;
  const [code] = await transaction.select().from(activationCode).where(eq(activationCode.id, codeId)).for('update');
  const now = clock();
  if (code === undefined) throw new Refusal('CODE_UNKNOWN');
  if (code.usedAt !== null) throw new Refusal('CODE_USED');
  if (code.releasedAt !== null || code.expiresAt <= now) throw new Refusal('CODE_EXPIRED');
  await lockMember(transaction, memberId);
  if (code.roleCode !== null) {
    // A code that would bring nothing stays usable for somebody else.
    const current = await readRole(transaction, economy, memberId, now);
    const given = economy.roles.find((role) => role.code === code.roleCode);
    if (given === undefined || given.rank <= current.rank) throw new Refusal('ROLE_NOT_HIGHER', { detail: { current: current.code } });
  }
  const given = await grantReward(transaction, services, code, memberId, now);
  await transaction.update(activationCode).set({ memberId, usedAt: now }).where(eq(activationCode.id, code.id));
  return given;
}

async function grantReward(
  transaction: Transaction,
  { economy, language }: Pick<Services, 'economy' | 'language'>,
  code: ActivationCode,
  memberId: string,
  now: Date,
): Promise<Given> {
  const { id, juf, points, roleCode } = code;
  if (juf !== null) return giveJuf(transaction, { id, juf }, memberId, now);
  if (points !== null) {
    const { entryId, createdAt } = await addPoints(transaction, { memberId, kind: 'CODE', points, now });
    return { reward: { kind: 'SCORE', amount: points }, receipt: { id: entryId, createdAt: createdAt.toISOString() } };
  }
  if (roleCode !== null) return giveRole(transaction, { roleCode, name: nameOffer(economy, 'roles', roleCode, language) }, memberId, now);
  throw new Error(`the activation code ${id} gives nothing`);
}

async function giveJuf(transaction: Transaction, code: { id: string; juf: bigint }, memberId: string, now: Date): Promise<Given> {
  const entries = [
    { account: promiseAccount('REWARD_POOL_RESERVED', code.id), token: 'JUF' as const, amountBaseUnits: -code.juf },
    { account: memberAccount('AVAILABLE', memberId), token: 'JUF' as const, amountBaseUnits: code.juf },
  ];
  const payment = { id: v7({ msecs: now.getTime() }), kind: 'CODE' as const, occurredAt: now, entries };
  const row = await postPayment(transaction, payment, { memberId });
  return { reward: { kind: 'JUF', amount: inTokens(code.juf, 'JUF') }, transaction: row };
}

async function giveRole(
  transaction: Transaction,
  { roleCode, name }: { roleCode: string; name: string },
  memberId: string,
  now: Date,
): Promise<Given> {
  const id = v7({ msecs: now.getTime() });
  await transaction.insert(memberRole).values({ id, memberId, roleCode, source: 'CODE', paidUsdtBaseUnits: 0n, since: now });
  return { reward: { kind: 'ROLE', roleCode, name }, receipt: { id, createdAt: now.toISOString() } };
}

interface Guesser {
  memberId: string;
  client: string;
}

/**
 * Counts a well-formed code before it's looked up, so that concurrent guesses are all counted; `forgiveGuess` removes the count if the code exists. Limited
 * per minute both by member and by client, since accounts cost nothing.
 */
async function countGuess(services: Services, { memberId, client }: Guesser): Promise<void> {
  const { limits } = services;
  const ofMember = await countAttempt(services, 'CODE', memberId);
  const ofClient = await countAttempt(services, 'CODE', client);
  if (ofMember <= limits.codeGuessesPerMember && ofClient <= limits.codeGuessesPerClient) return;
  throw tooMany(services);
}

async function forgiveGuess(services: Services, { memberId, client }: Guesser): Promise<void> {
  const windowStart = attemptWindow(services);
  for (const subject of [memberId, client]) {
    await services.database
      .update(attempt)
      .set({ count: sql`greatest(${attempt.count} - 1, 0)` })
      .where(and(eq(attempt.kind, 'CODE'), eq(attempt.subject, subject), eq(attempt.windowStart, windowStart)));
  }
}
