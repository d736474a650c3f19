import type { JsonRpc, RpcAnswer } from '../chain/json-rpc.ts';
import { readQuantity } from '../chain/read-quantity.ts';

/** Number of blocks from each transaction's own onwards; `failed` if it reverted, undefined if it's in no block. */
export async function readConfirmations(rpc: JsonRpc, hashes: readonly string[]): Promise<(number | 'failed' | undefined)[]> {
  const [head, ...receipts] = await rpc.batch([
    { method: 'eth_blockNumber' },
    ...hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
  ]);
  const newest = readQuantity(head && resultOf(head));
  return receipts.map((answer) => {
    const receipt = resultOf(answer);
    if (typeof receipt !== 'object' || receipt === null || !('blockNumber' in receipt)) return undefined;
    if ('status' in receipt && receipt.status === '0x0') return 'failed';
    return Number(newest - readQuantity(receipt.blockNumber) + 1n);
  });
}

function resultOf(answer: RpcAnswer): unknown {
  if (!answer.ok) throw answer.error;
  return answer.result;
}
