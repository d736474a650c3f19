import { v7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import type { Economy, RoleCode } from '../../economy.ts';
import { Refusal } from '../../http/refusal.ts';
import { hashSecret } from '../../secrets.ts';
import { createCode, readCode } from './code-text.ts';

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
 * For the development's story: creates codes and returns them, the only time they can be read. Reserves their JUF from the reward pool; if it can't, throws
 * POOL_DRAINED and creates none.
 */
export async function issueActivationCodes(transaction: Transaction, economy: Economy, order: CodeOrder): Promise<string[]> {
  requirePossible(economy, order);
  const { reward, count, expiresAt, now } = order;
  const { codes, ids, hashes, posting } = draw(count, now);
  const { rows } = await transaction.$client.query<{ said: string }>(
    'select activation_code_issue($1::uuid[], $2::bytea[], $3, $4, $5, $6, $7, $8, $9) as said',
    [
      ...[ids, hashes, reward.kind],
      reward.kind === 'JUF' ? reward.amountBaseUnits.toString() : null,
      reward.kind === 'SCORE' ? reward.points : null,
      reward.kind === 'ROLE' ? reward.roleCode : null,
      ...[now.toISOString(), expiresAt.toISOString(), posting],
    ],
  );
  const said = rows[0]?.said;
  if (said === 'INSUFFICIENT_BALANCE') throw new Refusal('POOL_DRAINED');
  if (said !== 'POSTED') throw new Error(`the ledger did not post codes: ${said ?? 'nothing'}`);
  return codes;
}

/** Approves the proposal, and issues the codes it says. Returns them, the only time they can be read. */
export async function issueApprovedCodes({ $client }: Transaction, proposalId: string, count: number, now: Date): Promise<string[]> {
  const { codes, ids, hashes, posting } = draw(count, now);
  await $client.query('select staff.issue_codes($1, $2::uuid[], $3::bytea[], $4)', [proposalId, ids, hashes, posting]);
  return codes;
}

function draw(count: number, now: Date) {
  const codes = Array.from({ length: count }, createCode);
  return {
    codes,
    ids: codes.map(() => v7({ msecs: now.getTime() })),
    hashes: codes.map((code) => Buffer.from(hashSecret(readCode(code) ?? code))),
    posting: v7({ msecs: now.getTime() }),
  };
}

/** A violation here is a programming error. */
function requirePossible({ roles }: Economy, { reward, count, expiresAt, now }: CodeOrder): void {
  if (!Number.isInteger(count) || count < 1 || count > MOST_CODES_AT_ONCE) throw new RangeError(`1 to ${MOST_CODES_AT_ONCE} codes at once`);
  if (expiresAt <= now) throw new RangeError('a code expires after it was issued');
  if (reward.kind === 'JUF' && reward.amountBaseUnits <= 0n) throw new RangeError('a code gives something');
  if (reward.kind === 'SCORE' && (!Number.isInteger(reward.points) || reward.points < 1)) throw new RangeError('a code gives whole points');
  if (reward.kind === 'ROLE' && !roles.some(({ code, rank }) => code === reward.roleCode && rank > 0)) {
    throw new RangeError('a code gives a role above the free one');
  }
}
