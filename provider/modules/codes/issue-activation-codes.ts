import { v7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import type { Economy, RoleCode } from '../../economy.ts';
import { Refusal } from '../../http/refusal.ts';
import { pooledAccount, promiseAccount } from '../../ledger/account.ts';
import { LedgerRefusal, postTransaction } from '../../ledger/post.ts';
import { hashSecret } from '../../secrets.ts';
import { createCode, readCode } from './code-text.ts';
import { activationCode } from './schema.ts';

/** What each code gives; JUF in base units. */
export type CodeReward =
  { kind: 'JUF'; amountBaseUnits: bigint } | { kind: 'SCORE'; points: number } | { kind: 'ROLE'; roleCode: RoleCode };

export interface CodeOrder {
  reward: CodeReward;
  count: number;
  expiresAt: Date;
  now: Date;
}

export const MOST_CODES_AT_ONCE = 1_000;

/**
 * For the operator: creates codes and returns them, the only time they can be read. Reserves their JUF from the reward pool; if it can't, throws
 * POOL_DRAINED and creates none.
 */
export async function issueActivationCodes(transaction: Transaction, economy: Economy, order: CodeOrder): Promise<string[]> {
  requirePossible(economy, order);
  const { reward, count, expiresAt, now } = order;
  const issued = Array.from({ length: count }, () => ({ id: v7({ msecs: now.getTime() }), code: createCode() }));
  if (reward.kind === 'JUF') {
    const ids = issued.map(({ id }) => id);
    await setApart(transaction, ids, reward.amountBaseUnits, now);
  }
  await transaction.insert(activationCode).values(
    issued.map(({ id, code }) => ({
      id,
      codeHash: hashSecret(readCode(code) ?? code),
      kind: reward.kind,
      juf: reward.kind === 'JUF' ? reward.amountBaseUnits : null,
      points: reward.kind === 'SCORE' ? reward.points : null,
      roleCode: reward.kind === 'ROLE' ? reward.roleCode : null,
      issuedAt: now,
      expiresAt,
    })),
  );
  return issued.map(({ code }) => code);
}

/** The operator's tool prompts for these, so a violation here is a programming error. */
function requirePossible({ roles }: Economy, { reward, count, expiresAt, now }: CodeOrder): void {
  if (!Number.isInteger(count) || count < 1 || count > MOST_CODES_AT_ONCE) throw new RangeError(`1 to ${MOST_CODES_AT_ONCE} codes at once`);
  if (expiresAt <= now) throw new RangeError('a code expires after it was issued');
  if (reward.kind === 'JUF' && reward.amountBaseUnits <= 0n) throw new RangeError('a code gives something');
  if (reward.kind === 'SCORE' && (!Number.isInteger(reward.points) || reward.points < 1)) throw new RangeError('a code gives whole points');
  if (reward.kind === 'ROLE' && !roles.some(({ code, rank }) => code === reward.roleCode && rank > 0)) {
    throw new RangeError('a code gives a role above the free one');
  }
}

async function setApart(transaction: Transaction, codeIds: readonly string[], amountBaseUnits: bigint, now: Date): Promise<void> {
  const entries = [
    { account: pooledAccount('REWARD_POOL_FREE'), token: 'JUF' as const, amountBaseUnits: -amountBaseUnits * BigInt(codeIds.length) },
    ...codeIds.map((id) => ({ account: promiseAccount('REWARD_POOL_RESERVED', id), token: 'JUF' as const, amountBaseUnits })),
  ];
  try {
    await postTransaction(transaction, { id: v7({ msecs: now.getTime() }), kind: 'CODE', occurredAt: now, entries });
  } catch (error) {
    if (!(error instanceof LedgerRefusal) || error.code !== 'INSUFFICIENT_BALANCE') throw error;
    throw new Refusal('POOL_DRAINED', { cause: error });
  }
}
