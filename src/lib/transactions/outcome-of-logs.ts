import { decodeAbiParameters } from 'viem';
import type { Hex } from '../chain/wallets/eip1193.ts';

/** keccak256 of `Swap(address,uint256,uint256,uint256,uint256,address)`, the event of a Uniswap-V2 pair. */
export const SWAP_TOPIC = '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822';

/** `amount0In`, `amount1In`, `amount0Out`, `amount1Out`: the event's data that isn't indexed. */
const AMOUNTS = [{ type: 'uint256' }, { type: 'uint256' }, { type: 'uint256' }, { type: 'uint256' }] as const;

interface SeenLog {
  topic: Hex | undefined;
  data: Hex;
}

/** The input of a swap's first pool and the output of its last; null if no pool was traded with. */
export function outcomeOfLogs(logs: readonly SeenLog[]): { amountIn: bigint; amountOut: bigint } | null {
  const swaps = logs.flatMap(({ topic, data }) => (topic === SWAP_TOPIC ? [decodeAbiParameters(AMOUNTS, data)] : []));
  const [first, last] = [swaps[0], swaps.at(-1)];
  if (!first || !last) return null;
  const [amount0In, amount1In] = first;
  const [, , amount0Out, amount1Out] = last;
  return { amountIn: amount0In + amount1In, amountOut: amount0Out + amount1Out };
}
