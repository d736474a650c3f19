import type { JsonRpc } from '../chain/json-rpc.ts';
import { decodeRevert } from './decode-revert.ts';
import type { RevertReason } from './revert-reason.ts';
import type { TrackedTransaction } from './tracked-transaction.ts';

/** Why the chain undid a transaction: it is called once more, without being sent, as things stood in its block. Throws RpcError. */
export async function explainRevert(rpc: JsonRpc, transaction: TrackedTransaction, blockNumber: number): Promise<RevertReason> {
  const { owner, to, data, value } = transaction;
  const call = { from: owner, to, data, value: `0x${BigInt(value).toString(16)}` };
  const [answer] = await rpc.batch([{ method: 'eth_call', params: [call, `0x${blockNumber.toString(16)}`] }]);
  return answer && !answer.ok && answer.error.code === 'REFUSED' ? decodeRevert(answer.error).reason : 'OTHER';
}
