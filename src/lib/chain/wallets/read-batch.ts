import { getCallsStatus } from '@wagmi/core';
import { wagmiConfig } from '../wagmi-config.ts';
import type { Eip1193Provider, Hex } from './eip1193.ts';
import { silentRequestMs } from './request-within.ts';
import { connectorOf } from './wallet-connector.ts';
import { carriesCode, toWalletError } from './wallet-error.ts';
import { withinTime } from './within-time.ts';

/** The state of a batch, as reported by the wallet. */
export type BatchState =
  | { kind: 'PENDING' }
  /** In a block. The logs are those of the calls only, if the transaction contains more. */
  | { kind: 'DONE'; hash: Hex; logs: readonly { topic: Hex | undefined; data: Hex }[] }
  /** The chain reverted all of it. */
  | { kind: 'UNDONE' }
  /** Some calls were executed and some weren't, contrary to the wallet's promise. */
  | { kind: 'PARTLY' }
  /** It won't be sent, or the wallet doesn't know it. */
  | { kind: 'NEVER' };

/** "Unknown bundle id" of EIP-5792. */
const UNKNOWN_BUNDLE = 5730;

/** Queries the wallet (`wallet_getCallsStatus`, EIP-5792). If it doesn't answer, the batch counts as pending. */
export async function readBatch(provider: Eip1193Provider, id: string): Promise<BatchState> {
  try {
    const asking = getCallsStatus(wagmiConfig, { id, connector: connectorOf(provider) });
    const { statusCode, receipts } = await withinTime(asking, silentRequestMs);
    // EIP-5792, "Status Codes for `status` field".
    if (statusCode >= 600) return { kind: 'PARTLY' };
    if (statusCode >= 500) return { kind: 'UNDONE' };
    if (statusCode >= 400) return { kind: 'NEVER' };
    const last = statusCode >= 200 ? receipts?.at(-1) : undefined;
    if (!last) return { kind: 'PENDING' };
    const logs = receipts?.flatMap((receipt) => receipt.logs.map(({ topics, data }) => ({ topic: topics[0], data }))) ?? [];
    return { kind: 'DONE', hash: last.transactionHash, logs };
  } catch (thrown) {
    return carriesCode(toWalletError(thrown), UNKNOWN_BUNDLE) ? { kind: 'NEVER' } : { kind: 'PENDING' };
  }
}
