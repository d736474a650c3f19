import { joinNodes, type SumNode } from '../../src/lib/reserves/sum-tree.ts';

/**
 * All levels from the leaves to the top, each half of the one below. What is left over at the end of a level goes up as it is: nothing is counted twice
 * and nothing is made up.
 */
export function buildTree(leaves: readonly SumNode[]): SumNode[][] {
  const levels: SumNode[][] = [[...leaves]];
  for (let level = levels[0] ?? []; level.length > 1; level = levels.at(-1) ?? []) {
    const above: SumNode[] = [];
    for (let place = 0; place < level.length; place += 2) {
      const [left, right] = [level[place], level[place + 1]];
      if (left !== undefined) above.push(right === undefined ? left : joinNodes(left, right));
    }
    levels.push(above);
  }
  return levels;
}
