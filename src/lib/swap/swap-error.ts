import { BaseError } from 'viem';
import { toWalletError, wordsOfWallet, type WalletErrorCode } from '../chain/wallets/wallet-error.ts';
import { failureOfTransaction, type SwapFailure } from './reduce-swap-run.ts';
import type { TrackedTransaction } from '../transactions/tracked-transaction.ts';

/** Why a swap ended before its trade, with the chain's or the wallet's message. */
export class SwapError extends Error {
  override readonly name = 'SwapError';
  readonly code: SwapFailure;

  constructor(code: SwapFailure, detail = '', cause?: unknown) {
    super(detail, { cause });
    this.code = code;
  }
}

export function toSwapError(thrown: unknown): SwapError {
  if (thrown instanceof SwapError) return thrown;
  // Wallets' refusals have their own error class.
  if (thrown instanceof BaseError) return new SwapError('NODE_UNREACHABLE', '', thrown);
  const error = toWalletError(thrown);
  return new SwapError(WALLET_FAILURES[error.code] ?? 'WALLET_FAILED', wordsOfWallet(error), thrown);
}

/** Throws SwapError unless the transaction succeeded. */
export function requireSuccess(mined: TrackedTransaction): void {
  const failure = failureOfTransaction(mined);
  if (failure !== null) throw new SwapError(failure);
}

const WALLET_FAILURES: Partial<Record<WalletErrorCode, SwapFailure>> = {
  USER_REJECTED: 'USER_REJECTED',
  REQUEST_PENDING: 'REQUEST_PENDING',
  CHAIN_NOT_CONFIGURED: 'WRONG_CHAIN',
  CONNECTOR_NOT_FOUND: 'WRONG_ACCOUNT',
};
