import { BaseError, decodeErrorResult, isHex, parseAbi, RpcRequestError } from 'viem';
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';
import { vaultAbi } from '../../src/lib/chain/abis/vault.ts';

const ERRORS = [...vaultAbi, ...jufAbi, ...parseAbi(['error Error(string)', 'error Panic(uint256)'])].filter(
  ({ type }) => type === 'error',
);

/** What nodes answer with when a contract reverted, and only then: geth's `revertError`, which the others follow. */
const REVERTED = 3;

/** `undefined` for what is no revert; with a name where the node told why, and it is one of our contracts' errors. */
export function readRevert(error: unknown): { name: string | undefined } | undefined {
  const revert = error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError && cause.code === REVERTED) : null;
  return revert instanceof RpcRequestError ? { name: nameOf(revert.data) } : undefined;
}

function nameOf(data: unknown): string | undefined {
  if (!isHex(data) || data === '0x') return undefined;
  try {
    return decodeErrorResult({ abi: ERRORS, data }).errorName;
  } catch {
    // A recipient's own error.
    return undefined;
  }
}
