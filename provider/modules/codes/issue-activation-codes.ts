import { and, asc, eq, inArray, isNull, lte, or, type SQL } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Queryable, Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Economy } from '../../economy.ts';
import { Refusal } from '../../http/refusal.ts';
import { isUuid } from '../../is-uuid.ts';
import { pooledAccount, promiseAccount } from '../../ledger/account.ts';
import { postTransaction } from '../../ledger/post.ts';
import type { Services } from '../../provider-services.ts';
import { createPlainCode, hashSecret } from '../../secrets.ts';
import { activationCode } from './schema.ts';

/** What each code gives; JUF in base units. */
export type CodeReward = { kind: 'JUF'; amountBaseUnits: bigint } | { kind: 'SCORE'; points: number } | { kind: 'ROLE'; roleCode: string };

interface CodeOrder {
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

const BATCH = 200;

/** For a job: returns the JUF reserved for expired codes to the reward pool. Returns how many there were. */
export async function releaseExpiredCodes({ database, clock }: Pick<Services, 'database' | 'clock'>): Promise<number> {
  for (let released = 0; ;) {
    const count = await inTransaction(database, (transaction) => {
      const now = clock();
      return release(transaction, lte(activationCode.expiresAt, now), now);
    });
    released += count;
    if (count < BATCH) return released;
  }
}

/** For the operator: codes that nobody has used yet, one by its id or its text, or all that were issued together at that moment. */
export async function findUnused(database: Queryable, which: string | Date): Promise<{ id: string; juf: bigint | null }[]> {
  const text = typeof which === 'string' ? readCode(which) : null;
  const wanted =
    which instanceof Date
      ? eq(activationCode.issuedAt, which)
      : or(
          text === null ? undefined : eq(activationCode.codeHash, hashSecret(text)),
          isUuid(which) ? eq(activationCode.id, which) : undefined,
        );
  if (wanted === undefined) return [];
  return database
    .select({ id: activationCode.id, juf: activationCode.juf })
    .from(activationCode)
    .where(and(wanted, isNull(activationCode.usedAt), isNull(activationCode.releasedAt)))
    .orderBy(activationCode.id);
}

/** Ends them, as far as nobody has used them meanwhile. Returns how many. */
export async function revokeCodes(transaction: Transaction, ids: readonly string[], now: Date): Promise<number> {
  for (let revoked = 0; ;) {
    const count = await release(transaction, inArray(activationCode.id, [...ids]), now);
    revoked += count;
    if (count < BATCH) return revoked;
  }
}

async function release(transaction: Transaction, which: SQL, now: Date): Promise<number> {
  const ended = await transaction
    .select({ id: activationCode.id, juf: activationCode.juf })
    .from(activationCode)
    .where(and(which, isNull(activationCode.usedAt), isNull(activationCode.releasedAt)))
    .orderBy(asc(activationCode.expiresAt))
    .limit(BATCH)
    .for('update', { skipLocked: true });
  if (ended.length === 0) return 0;
  const entries = ended.flatMap(({ id, juf }) =>
    juf === null
      ? []
      : [
          { account: promiseAccount('REWARD_POOL_RESERVED', id), token: 'JUF' as const, amountBaseUnits: -juf },
          { account: pooledAccount('REWARD_POOL_FREE'), token: 'JUF' as const, amountBaseUnits: juf },
        ],
  );
  if (entries.length > 0) await postTransaction(transaction, { id: v7({ msecs: now.getTime() }), kind: 'CODE', occurredAt: now, entries });
  const ids = ended.map(({ id }) => id);
  await transaction.update(activationCode).set({ releasedAt: now }).where(inArray(activationCode.id, ids));
  return ended.length;
}

const LENGTH = 16;
const GROUP = 4;
const WELL_FORMED = new RegExp(`^[2-9a-hj-knp-z]{${LENGTH}}$`);

/** A new code in its printed form, `JK4D-…`: 77 random bits in letters and digits that can't be mistaken for each other. */
function createCode(): string {
  return createPlainCode(LENGTH)
    .toUpperCase()
    .replaceAll(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$&-');
}

/** The letters and digits that were typed, however grouped; null if no code has that form. */
export function readCode(typed: string): string | null {
  const plain = typed.replaceAll(/[\s-]/g, '').toLowerCase();
  return WELL_FORMED.test(plain) ? plain : null;
}
