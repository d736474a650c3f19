import { setImmediate as othersTurn } from 'node:timers/promises';
import { hashLeaf, joinNodes, type SumNode, type Sums } from '../../src/lib/reserves/sum-tree.ts';
import type { Hex } from 'viem';

export interface Leaf {
  memberId: string;
  salt: Hex;
  sums: Sums;
}

/** After this many hashes, some ten milliseconds, yields to members' calls. */
const HASHES_AT_ONCE = 400;

/**
 * All levels from the leaves to the top, each half of the one below. An odd node at the end of a level moves up unchanged: nothing is
 * counted twice or made up.
 */
export async function buildTree(leaves: readonly Leaf[]): Promise<SumNode[][]> {
  const lowest: SumNode[] = [];
  for (const { salt, memberId, sums } of leaves) {
    lowest.push(hashLeaf(salt, memberId, sums));
    if (lowest.length % HASHES_AT_ONCE === 0) await othersTurn();
  }
  const levels = [lowest];
  for (let level = lowest; level.length > 1; level = levels.at(-1) ?? []) {
    const above: SumNode[] = [];
    for (let place = 0; place < level.length; place += 2) {
      const [left, right] = [level[place], level[place + 1]];
      if (left !== undefined) above.push(right === undefined ? left : joinNodes(left, right));
      if (above.length % HASHES_AT_ONCE === 0) await othersTurn();
    }
    levels.push(above);
  }
  return levels;
}
