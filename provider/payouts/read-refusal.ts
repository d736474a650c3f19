import { BaseError, decodeErrorResult, ExecutionRevertedError, type Hex, isHex, parseAbi } from 'viem';
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';
import { vaultAbi } from '../../src/lib/chain/abis/vault.ts';

/**
 * What a contract says of an order that is tried out. `DONE`: it did it already. `LATER`: it may do it once somebody has changed something. `NEVER`: it
 * has something against this order itself.
 */
export type SimulationRefusal = { outcome: 'DONE' | 'LATER' | 'NEVER'; reason: string };

const ERRORS = [...vaultAbi, ...jufAbi, ...parseAbi(['error Error(string)', 'error Panic(uint256)'])].filter(
  ({ type }) => type === 'error',
);

const DONE = new Set(['AlreadyPaid', 'AlreadyMinted']);
const LATER = new Set(['EnforcedPause', 'NotOperator', 'VaultLow', 'AccessControlUnauthorizedAccount', 'InvalidToken']);

/** `undefined` for what is no revert: the node or the way to it failed, and nothing is known. */
export function readRefusal(error: unknown): SimulationRefusal | undefined {
  if (!(error instanceof BaseError) || !isRevert(error)) return undefined;
  const reason = nameOf(findData(error)) ?? 'Reverted';
  return { outcome: DONE.has(reason) ? 'DONE' : LATER.has(reason) ? 'LATER' : 'NEVER', reason };
}

function isRevert(error: BaseError): boolean {
  return error.walk((cause) => cause instanceof ExecutionRevertedError) !== null;
}

function findData(error: BaseError): Hex | undefined {
  let data: Hex | undefined;
  error.walk((cause) => {
    if (typeof cause === 'object' && cause !== null && 'data' in cause && isHex(cause.data)) data = cause.data;
    return data !== undefined;
  });
  return data;
}

function nameOf(data: Hex | undefined): string | undefined {
  if (data === undefined || data === '0x') return undefined;
  try {
    return decodeErrorResult({ abi: ERRORS, data }).errorName;
  } catch {
    // A recipient's own error.
    return undefined;
  }
}
