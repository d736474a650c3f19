import { concatHex, type Hex, numberToHex, sha256, size, stringToHex } from 'viem';
import { tokenDecimals, unitOf } from '../token-decimals.ts';

/** Base units of each token. */
export interface Sums {
  JU: bigint;
  JUF: bigint;
  USDT: bigint;
}

/** A leaf, or the node above several leaves. */
export interface SumNode {
  hash: Hex;
  sums: Sums;
}

/** The first byte says what is hashed, so that one kind can't be passed off as another. */
const LEAF = '0x00';
const NODE = '0x01';
const ROOT = '0x02';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** More leaves than there are people. */
const LONGEST_PATH = 64;

/** One member's leaf. The salt prevents guessing a leaf's content. */
export function hashLeaf(salt: Hex, memberId: string, sums: Sums): SumNode {
  if (size(salt) !== 32) throw new RangeError('A salt has 32 bytes');
  if (!UUID.test(memberId)) throw new RangeError('A member’s id is a UUID in small letters');
  return { hash: sha256(concatHex([LEAF, salt, `0x${memberId.replaceAll('-', '')}`, encodeSums(sums)])), sums: { ...sums } };
}

/** Hashes both sums, not only their total: otherwise two nodes could share one total that neither has. */
export function joinNodes(left: SumNode, right: SumNode): SumNode {
  const hash = sha256(concatHex([NODE, left.hash, encodeSums(left.sums), right.hash, encodeSums(right.sums)]));
  const sums = addSums(left.sums, right.sums);
  // Throws on overflow.
  encodeSums(sums);
  return { hash, sums };
}

/** The published root: the day, and the total of all members. */
export function hashRoot(date: string, { hash, sums }: SumNode): Hex {
  if (!DAY.test(date)) throw new RangeError('A day is written as 2026-01-31');
  return sha256(concatHex([ROOT, stringToHex(date), encodeSums(sums), hash]));
}

function addSums(a: Sums, b: Sums): Sums {
  return { JU: a.JU + b.JU, JUF: a.JUF + b.JUF, USDT: a.USDT + b.USDT };
}

/** 32 bytes each, big-endian; throws if a value is negative or too large. */
function encodeSums({ JU, JUF, USDT }: Sums): Hex {
  return concatHex([JU, JUF, USDT].map((sum) => numberToHex(sum, { size: 32 })));
}

/** A member's proof. Its sums are in 10⁻¹⁸ tokens, as all that is read. */
export interface ReserveProof {
  date: string;
  root: Hex;
  salt: Hex;
  /** From the leaf upwards: the sibling, its side, and the sum. */
  path: readonly { side: 'LEFT' | 'RIGHT'; hash: Hex; sums: Readonly<Sums> }[];
}

type ProofVerdict =
  /** The member's balances are part of the root; `total` is the sum over all members. */
  { holds: true; total: Sums } | { holds: false };

/**
 * Whether a member with these balances, in 10⁻¹⁸ tokens, at the end of that day is included in the published root. Pure: it queries nothing. Root and total
 * have to be compared with the published ones.
 */
export function verifyReserveProof(proof: ReserveProof, memberId: string, balances: Readonly<Sums>): ProofVerdict {
  if (proof.path.length > LONGEST_PATH) return { holds: false };
  try {
    let node = hashLeaf(proof.salt, memberId, baseUnitsOf(balances));
    for (const { side, hash, sums } of proof.path) {
      const sibling = { hash, sums: baseUnitsOf(sums) };
      node = side === 'LEFT' ? joinNodes(sibling, node) : joinNodes(node, sibling);
    }
    return hashRoot(proof.date, node) === proof.root ? { holds: true, total: node.sums } : { holds: false };
  } catch {
    // A malformed proof proves nothing.
    return { holds: false };
  }
}

/** From 10⁻¹⁸ tokens. Refuses more decimals than the token has. */
function baseUnitsOf(amounts: Readonly<Sums>): Sums {
  const inUnits = (token: keyof Sums): bigint => {
    const unit = unitOf(tokenDecimals[token]);
    if (amounts[token] % unit !== 0n) throw new RangeError(`${token} has ${tokenDecimals[token]} decimals`);
    return amounts[token] / unit;
  };
  return { JU: inUnits('JU'), JUF: inUnits('JUF'), USDT: inUnits('USDT') };
}
