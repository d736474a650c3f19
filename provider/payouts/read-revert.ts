import { BaseError, decodeErrorResult, isHex, RpcRequestError } from 'viem';
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';

/** The error code for reverted contracts, and only for these: geth's `revertError`, which other nodes follow. */
const REVERTED = 3;

export interface Revert {
  /** May come from any code that ran. */
  data: unknown;
}

/** `undefined` if it isn't a revert. */
export function readRevert(error: unknown): Revert | undefined {
  const revert = error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError && cause.code === REVERTED) : null;
  return revert instanceof RpcRequestError ? { data: revert.data } : undefined;
}

/** Name of an error of JUF's contract, which calls no other contract while minting. Informs the operator; no decision depends on it. */
export function nameOfMintError({ data }: Revert): string | undefined {
  if (!isHex(data) || data === '0x') return undefined;
  try {
    return decodeErrorResult({ abi: jufAbi, data }).errorName;
  } catch {
    return undefined;
  }
}
