import { type Hex } from 'viem';
import { fromDecimalString } from '../amount.ts';
import { hashLeaf, hashRoot, joinNodes, type Sums } from './sum-tree.ts';

/** As a member is given it. */
export interface ReserveProof {
  date: string;
  root: Hex;
  salt: Hex;
  /** From the leaf upwards: what stands on which side of it, and what that adds up to. */
  path: readonly { side: 'LEFT' | 'RIGHT'; hash: Hex; sums: Readonly<Record<keyof Sums, string>> }[];
}

export type ProofVerdict =
  /** The member's balances are part of what the root stands for; `total` is what all members together have. */
  { holds: true; total: Sums } | { holds: false };

const DECIMALS: Readonly<Record<keyof Sums, number>> = { JU: 18, JUF: 18, USDT: 6 };
/** More leaves than there are people. */
const LONGEST_PATH = 64;

/**
 * Whether a member with these balances at the end of that day is counted in the published root. Pure: it asks nobody. The root, and the total beside it,
 * are to be compared with those that everybody is shown.
 */
export function verifyReserveProof(proof: ReserveProof, memberId: string, balances: Readonly<Record<keyof Sums, string>>): ProofVerdict {
  if (proof.path.length > LONGEST_PATH) return { holds: false };
  try {
    let node = hashLeaf(proof.salt, memberId, readSums(balances));
    for (const { side, hash, sums } of proof.path) {
      const sibling = { hash, sums: readSums(sums) };
      node = side === 'LEFT' ? joinNodes(sibling, node) : joinNodes(node, sibling);
    }
    return hashRoot(proof.date, node) === proof.root ? { holds: true, total: node.sums } : { holds: false };
  } catch {
    // What cannot even be reckoned is no proof.
    return { holds: false };
  }
}

/** Refuses signs, exponents and digits beyond the token's. */
function readSums({ JU, JUF, USDT }: Readonly<Record<keyof Sums, string>>): Sums {
  return {
    JU: fromDecimalString(JU, DECIMALS.JU),
    JUF: fromDecimalString(JUF, DECIMALS.JUF),
    USDT: fromDecimalString(USDT, DECIMALS.USDT),
  };
}
