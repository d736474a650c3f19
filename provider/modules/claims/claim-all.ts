import { type ClaimKind, type claimAll as claimAllCall, claimKind } from '../../../src/lib/api/contract/claim-all.ts';
import type { SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../provider-services.ts';
import { lockMember } from '../account/member.ts';
import { claimBonus } from '../bonuses/list-bonuses.ts';
import { claimPrivilege } from '../roles/reserve-privilege.ts';
import { claimScore } from '../score/read-score.ts';
import { claimRoi } from '../staking/claim-roi.ts';
import { lockHeldStakes } from '../staking/stake.ts';
import { claimJuf } from '../vesting/claim-juf.ts';

type Line = SentDataOf<typeof claimAllCall>['lines'][number];
type Claimed = Omit<Exclude<Line, { refused: string }>, 'kind'>;
type Claim = (transaction: Transaction, services: Pick<Services, 'clock' | 'economy'>, memberId: string) => Promise<Claimed>;

/** Vested JUF come first: that claim locks purchases and covers, which have to be locked before any ledger account. */
const CLAIMS: Record<ClaimKind, Claim> = {
  vestedJuf: async (transaction, services, memberId) => {
    const { claimed, transaction: row } = await claimJuf(transaction, services, memberId, undefined);
    return { walletType: 'JUF', amount: claimed, points: 0, transaction: row };
  },
  roi: async (transaction, services, memberId) => {
    const { claimed, transaction: row } = await claimRoi(transaction, services, memberId, undefined);
    return { walletType: 'JUF', amount: claimed, points: 0, transaction: row };
  },
  bonus: async (transaction, services, memberId) => {
    const { claimed, transaction: row } = await claimBonus(transaction, services, memberId);
    return { walletType: 'USDT', amount: claimed, points: 0, transaction: row };
  },
  privilege: async (transaction, services, memberId) => {
    const { claimed, transaction: row } = await claimPrivilege(transaction, services, memberId);
    return { walletType: 'JUF', amount: claimed.juf, points: claimed.score, ...(row && { transaction: row }) };
  },
  score: async (transaction, services, memberId) => {
    const { claimed, receipt } = await claimScore(transaction, services, memberId);
    return { walletType: 'JUF', amount: '0', points: claimed, ...(receipt && { receipt }) };
  },
};

/**
 * POST /profile/claimAll, an extension: each kind as its own call would, all in one transaction. What another claim locks before it posts is locked first,
 * so that the two wait for each other instead of failing.
 */
export async function claimAll(
  transaction: Transaction,
  services: Pick<Services, 'clock' | 'economy'>,
  memberId: string,
  kinds: readonly ClaimKind[],
): Promise<SentDataOf<typeof claimAllCall>> {
  await lockMember(transaction, memberId);
  if (kinds.includes('roi')) await lockHeldStakes(transaction, memberId);
  const lines: Line[] = [];
  for (const kind of claimKind.options) {
    if (kinds.includes(kind))
      lines.push({ kind, ...(await claimOrUndo(transaction, () => CLAIMS[kind](transaction, services, memberId))) });
  }
  if (lines.every((line) => 'refused' in line)) throw new Refusal('NOTHING_TO_CLAIM');
  return { lines };
}

/** A refused claim has written nothing, and the others stand. */
async function claimOrUndo(transaction: Transaction, claim: () => Promise<Claimed>): Promise<Claimed | { refused: string }> {
  await transaction.$client.query('savepoint claim');
  try {
    return await claim();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await transaction.$client.query('rollback to savepoint claim');
    return { refused: error.code };
  }
}
