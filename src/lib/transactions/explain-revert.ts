import type { Client } from 'viem';
import { call } from 'viem/actions';
import { nodeRefusal } from '../chain/node-refusal.ts';
import { decodeRevert } from './decode-revert.ts';
import type { RevertReason, TrackedTransaction } from './tracked-transaction.ts';

/** Why the chain reverted a transaction: repeats it as a call in the state of its block. Throws if the node doesn't answer. */
export async function explainRevert(client: Client, transaction: TrackedTransaction, blockNumber: number): Promise<RevertReason> {
  const { owner, to, data, value } = transaction;
  try {
    await call(client, { account: owner, to, data, value: BigInt(value), blockNumber: BigInt(blockNumber) });
    return 'OTHER';
  } catch (thrown) {
    const refusal = nodeRefusal(thrown);
    if (refusal === null) throw thrown;
    return decodeRevert(refusal).reason;
  }
}
