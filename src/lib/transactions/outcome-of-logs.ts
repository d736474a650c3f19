import { decodeWords } from '../chain/abi-words.ts';
import type { ChainReceipt } from './read-chain.ts';

/** keccak256 of `Swap(address,uint256,uint256,uint256,uint256,address)`, the event of a Uniswap-V2 pair. */
const SWAP_TOPIC = '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822';

/** What went into the first pool of a swap and came out of the last one; null where no pool was traded with. */
export function outcomeOfLogs(logs: ChainReceipt['logs']): { amountIn: bigint; amountOut: bigint } | null {
  const swaps = logs.flatMap(({ topic, data }) => (topic === SWAP_TOPIC ? [decodeWords(data, 4)] : []));
  const [first, last] = [swaps[0], swaps.at(-1)];
  if (!first || !last) return null;
  const [amount0In = 0n, amount1In = 0n] = first;
  const [, , amount0Out = 0n, amount1Out = 0n] = last;
  return { amountIn: amount0In + amount1In, amountOut: amount0Out + amount1Out };
}
