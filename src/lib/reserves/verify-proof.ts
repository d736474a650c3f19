import type { Hex } from 'viem';
import { fromDecimalString } from '../amount.ts';
import { tokenDecimals } from '../token-decimals.ts';
import { hashLeaf, hashRoot, joinNodes, type Sums } from './sum-tree.ts';

/** A member's proof. */
export interface ReserveProof {
  date: string;
  root: Hex;
  salt: Hex;
  /** From the leaf upwards: the sibling, its side, and the sum. */
  path: readonly { side: 'LEFT' | 'RIGHT'; hash: Hex; sums: Readonly<Record<keyof Sums, string>> }[];
}

export type ProofVerdict =
  /** The member's balances are part of the root; `total` is the sum over all members. */
  { holds: true; total: Sums } | { holds: false };

/** More leaves than there are people. */
const LONGEST_PATH = 64;

/**
 * Whether a member with these balances at the end of that day is included in the published root. Pure: it queries nothing. Root and total have to be
 * compared with the published ones.
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
    // A malformed proof proves nothing.
    return { holds: false };
  }
}

/** Refuses signs, exponents and more decimals than the token has. */
function readSums({ JU, JUF, USDT }: Readonly<Record<keyof Sums, string>>): Sums {
  return {
    JU: fromDecimalString(JU, tokenDecimals.JU),
    JUF: fromDecimalString(JUF, tokenDecimals.JUF),
    USDT: fromDecimalString(USDT, tokenDecimals.USDT),
  };
}
