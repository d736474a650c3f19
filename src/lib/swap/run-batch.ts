import { getCallsStatus, sendCalls } from '@wagmi/core';
import { readContract } from 'viem/actions';
import { routerAbi } from '../chain/abis/router.ts';
import { nodeRefusal } from '../chain/node-refusal.ts';
import { productChain } from '../chain/product-chain.ts';
import { wagmiConfig } from '../chain/wagmi-config.ts';
import type { Address, Eip1193Provider, Hex } from '../chain/wallets/eip1193.ts';
import { connectorOf } from '../chain/wallets/wallet-connector.ts';
import { carriesCode, toWalletError, type WalletError, walletResult, type WalletResult } from '../chain/wallets/wallet-error.ts';
import { whilePrompting } from '../chain/wallets/while-prompting.ts';
import { silentRequestMs, withinTime } from '../chain/wallets/within-time.ts';
import { outcomeOfLogs } from '../transactions/outcome-of-logs.ts';
import { encodeStep } from './encode-step.ts';
import type { KeptBatch } from './resume-swap.ts';
import { amountAtMost, type SwapStep } from './plan-swap.ts';
import { requireSuccess, SwapError } from './swap-error.ts';
import { type SwapOrder, type SwapPorts, termsNow, trackedStep } from './swap-order.ts';

const MS_PER_SECOND = 1_000;
/** A wallet may learn of a block later than the chain's node. */
const GRACE_MS = 120_000;

/** "Unknown bundle id" of EIP-5792. */
const UNKNOWN_BUNDLE = 5730;

/**
 * Runs all steps of a swap as a batch, with one confirmation. UNSUPPORTED if the wallet refuses batches after all: nothing was sent then, and the steps are
 * run one by one. Throws like the steps.
 */
export async function runBatch(steps: readonly SwapStep[], order: SwapOrder, ports: SwapPorts): Promise<'DONE' | 'UNSUPPORTED'> {
  const { emit, wallet, nowMs, batches } = ports;
  const trade = steps.at(-1);
  if (!trade) return 'UNSUPPORTED';
  const terms = await termsNow(order, ports);
  await requirePrice(order, ports);
  emit({ type: 'PLANNED', steps: [{ kind: 'BATCH', amount: amountAtMost(order) }] });
  emit({ type: 'ASKED', index: 0 });
  const sent = await sendBatch(wallet, {
    from: order.owner,
    calls: [...steps, ...whatIsLeft(order)].map((step) => encodeStep(step, terms)),
  });
  if (!sent.ok) {
    if (isUnsupported(sent.error)) return 'UNSUPPORTED';
    throw sent.error;
  }
  const transaction = trackedStep(trade, encodeStep(trade, terms), order, { atMs: nowMs(), atBlock: terms.head });
  const batch = { id: sent.value, deadlineMs: Number(terms.deadline) * MS_PER_SECOND, transaction };
  batches.keep(batch);
  emit({ type: 'SENT' });
  await followBatch(batch, ports);
  return 'DONE';
}

/** Follows a batch until its transaction is in a block, or never will be. Throws SwapError if it failed. */
export async function followBatch(batch: KeptBatch, ports: Omit<SwapPorts, 'client'>): Promise<void> {
  const { wallet, nowMs, emit, follow, batches } = ports;
  for (;;) {
    const state = await readBatch(wallet, batch.id);
    const isLost = state.kind === 'NEVER' || (state.kind === 'PENDING' && isOver(batch, nowMs()));
    if (state.kind === 'PENDING' && !isLost) {
      await batches.pause();
      continue;
    }
    batches.keep(null);
    if (isLost) throw new SwapError('UNSEEN');
    if (state.kind !== 'DONE') throw new SwapError(state.kind === 'UNDONE' ? 'BATCH_UNDONE' : 'BATCH_PARTLY');
    emit({ type: 'SENT', hash: state.hash });
    const traded = outcomeOfLogs(state.logs);
    const outcome = traded && { amountIn: traded.amountIn.toString(), amountOut: traded.amountOut.toString() };
    const mined = await follow({ ...batch.transaction, hash: state.hash, ...(outcome && { outcome }) });
    requireSuccess(mined);
    // The wallet reported that all of it was executed.
    if (!mined.outcome) throw new SwapError('BATCH_PARTLY');
    return;
  }
}

/** From then on the exchange would reject it. */
export function isOver({ deadlineMs }: KeptBatch, nowMs: number): boolean {
  return nowMs > deadlineMs + GRACE_MS;
}

/** A trade for an exact output spends less than was approved, so the rest is revoked. */
function whatIsLeft({ quote, router }: SwapOrder): SwapStep[] {
  return quote.kind === 'EXACT_OUT' ? [{ kind: 'RESET_ALLOWANCE', token: quote.tokenIn.address, spender: router }] : [];
}

/** Before the approval the trade itself can't be simulated, but its price can be checked. */
async function requirePrice({ quote, limit, router }: SwapOrder, { client }: SwapPorts): Promise<void> {
  const isExactIn = quote.kind === 'EXACT_IN';
  const asked = isExactIn
    ? ({ functionName: 'getAmountsOut', args: [quote.amountIn, [...quote.path]] } as const)
    : ({ functionName: 'getAmountsIn', args: [quote.amountOut, [...quote.path]] } as const);
  const amounts = await readContract(client, { address: router, abi: routerAbi, ...asked }).catch((thrown: unknown) => {
    throw new SwapError(nodeRefusal(thrown) ? 'NO_LIQUIDITY' : 'NODE_UNREACHABLE', '', thrown);
  });
  const now = (isExactIn ? amounts.at(-1) : amounts[0]) ?? 0n;
  if (isExactIn ? now < limit : now > limit) throw new SwapError('PRICE_MOVED');
}

/** EIP-1193 and EIP-5792: unknown request, not on this chain, too many calls, not atomic, smart account refused. */
function isUnsupported(error: WalletError): boolean {
  return carriesCode(error, -32601, 4100, 4200, 5700, 5710, 5740, 5750, 5760);
}

/** The state of a batch, as reported by the wallet. */
type BatchState =
  | { kind: 'PENDING' }
  /** In a block. The logs are those of the calls only, if the transaction contains more. */
  | { kind: 'DONE'; hash: Hex; logs: readonly { topic: Hex | undefined; data: Hex }[] }
  /** The chain reverted all of it. */
  | { kind: 'UNDONE' }
  /** Some calls were executed and some weren't, contrary to the wallet's promise. */
  | { kind: 'PARTLY' }
  /** It won't be sent, or the wallet doesn't know it. */
  | { kind: 'NEVER' };

/** Queries the wallet (`wallet_getCallsStatus`, EIP-5792). If it doesn't answer, the batch counts as pending. */
async function readBatch(provider: Eip1193Provider, id: string): Promise<BatchState> {
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

interface WalletBatch {
  from: Address;
  calls: readonly { to: Address; data: Hex; value: bigint }[];
}

/**
 * Has the wallet execute calls atomically (`wallet_sendCalls` of EIP-5792 with `atomicRequired`), and returns the batch's id. Account and chain are sent
 * along, so that a wallet that has been switched refuses.
 */
function sendBatch(provider: Eip1193Provider, { from, calls }: WalletBatch): Promise<WalletResult<string>> {
  return walletResult(async () => {
    const asked = { account: from, chainId: productChain.id, connector: connectorOf(provider), calls: [...calls], forceAtomic: true };
    const { id } = await whilePrompting(() => sendCalls(wagmiConfig, asked));
    return id;
  });
}
