import { joinNodes, type SumNode } from '../../src/lib/reserves/sum-tree.ts';

/** The level above, half as wide. An odd node at the end moves up unchanged: nothing is counted twice or made up. */
export function joinLevel(level: readonly SumNode[]): SumNode[] {
  const above: SumNode[] = [];
  for (let place = 0; place < level.length; place += 2) {
    const [left, right] = [level[place], level[place + 1]];
    if (left !== undefined) above.push(right === undefined ? left : joinNodes(left, right));
  }
  return above;
}
