import { BaseError, decodeErrorResult, isHex, RpcRequestError } from 'viem';
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';

/** What nodes answer with when a contract reverted, and only then: geth's `revertError`, which the others follow. */
const REVERTED = 3;

export interface Revert {
  /** Whoever ran last may have written this. */
  data: unknown;
}

/** `undefined` for what is no revert. */
export function readRevert(error: unknown): Revert | undefined {
  const revert = error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError && cause.code === REVERTED) : null;
  return revert instanceof RpcRequestError ? { data: revert.data } : undefined;
}

/** The name of an error of JUF's contract, which calls no other while it mints. For the operator to read; nothing is decided by it. */
export function nameOfMintError({ data }: Revert): string | undefined {
  if (!isHex(data) || data === '0x') return undefined;
  try {
    return decodeErrorResult({ abi: jufAbi, data }).errorName;
  } catch {
    return undefined;
  }
}
