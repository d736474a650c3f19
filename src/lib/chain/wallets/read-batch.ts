import { getCallsStatus } from '@wagmi/core';
import { wagmiConfig } from '../wagmi-config.ts';
import type { Eip1193Provider, Hex } from './eip1193.ts';
import { silentRequestMs } from './request-within.ts';
import { connectorOf } from './wallet-connector.ts';
import { carriesCode, toWalletError } from './wallet-error.ts';
import { withinTime } from './within-time.ts';

/** Where calls that a wallet took as one stand, as it says. */
export type BatchState =
  | { kind: 'PENDING' }
  /** In a block. The logs are those of the calls alone, where the transaction holds more. */
  | { kind: 'DONE'; hash: Hex; logs: readonly { topic: Hex | undefined; data: Hex }[] }
  /** The chain undid all of it. */
  | { kind: 'UNDONE' }
  /** Some of it happened and some did not, against what the wallet had promised. */
  | { kind: 'PARTLY' }
  /** It won't be sent, or the wallet knows nothing of it. */
  | { kind: 'NEVER' };

/** "Unknown bundle id" of EIP-5792. */
const UNKNOWN_BUNDLE = 5730;

/** Asks the wallet (`wallet_getCallsStatus`, EIP-5792). One that does not answer is taken to be still at it. */
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
