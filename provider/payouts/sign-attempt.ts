import { keccak256, parseTransaction } from 'viem';
import type { ContractCall } from './compose-order-call.ts';
import type { GasFees } from './gas-fees.ts';
import type { Executor } from './executor.ts';
import type { OperatorTransaction } from './schema.ts';

/** What a transaction does: execute an order, or merely use its nonce. */
export type AttemptContent = { call: ContractCall; gas: bigint } | 'EMPTY';

const EMPTY_GAS = 21_000n;

export async function signAttempt(
  { account, chainId, clock }: Pick<Executor, 'account' | 'chainId' | 'clock'>,
  nonce: number,
  content: AttemptContent,
  fees: GasFees,
): Promise<OperatorTransaction> {
  const isEmpty = content === 'EMPTY';
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId,
    nonce,
    value: 0n,
    ...(isEmpty ? { to: account.address, gas: EMPTY_GAS } : { ...content.call, gas: content.gas }),
    ...fees,
  });
  return { hash: keccak256(raw), sender: account.address, nonce, isEmpty, raw, ...fees, signedAt: clock(), sentAt: null };
}

/** The same content, for a transaction with a higher fee. */
export function contentOf({ isEmpty, raw }: Pick<OperatorTransaction, 'isEmpty' | 'raw'>): AttemptContent {
  if (isEmpty) return 'EMPTY';
  const { to, data, gas } = parseTransaction(raw as `0x02${string}`);
  if (to === null || to === undefined || data === undefined || gas === undefined)
    throw new Error('what was signed for an order is not a call');
  return { call: { to, data }, gas };
}

export function isDueForSending(
  { sentAt }: Pick<OperatorTransaction, 'sentAt'>,
  { clock, pace }: Pick<Executor, 'clock' | 'pace'>,
): boolean {
  return sentAt === null || clock().getTime() - sentAt.getTime() >= pace.resendAfterMs;
}
