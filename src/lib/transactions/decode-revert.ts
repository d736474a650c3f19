import type { Abi } from 'viem';
import { decodeErrorResult } from 'viem/utils';
import { jufAbi } from '../chain/abis/juf.ts';
import { routerAbi } from '../chain/abis/router.ts';
import { isHex } from '../chain/is-hex.ts';
import type { NodeRefusal } from '../chain/node-refusal.ts';
import type { Hex } from '../chain/wallets/eip1193.ts';
import type { RevertReason } from './tracked-transaction.ts';

export interface Revert {
  reason: RevertReason;
  /** The contract's own message, for further investigation. */
  text: string;
}

/** Decodes a node's refusal of a call. Knows the reason strings and errors of Uniswap V2, OpenZeppelin and the tokens. */
export function decodeRevert({ message, data }: NodeRefusal): Revert {
  const text = textOf(findData(data)) ?? /execution reverted:?\s*(.+)$/i.exec(message)?.[1]?.trim() ?? message;
  return { reason: REASONS.get(text) ?? (/insufficient funds/i.test(text) ? 'INSUFFICIENT_FUNDS' : 'OTHER'), text };
}

const REASONS: ReadonlyMap<string, RevertReason> = new Map<string, RevertReason>([
  ['UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT', 'PRICE_MOVED'],
  ['UniswapV2Router: EXCESSIVE_INPUT_AMOUNT', 'PRICE_MOVED'],
  ['UniswapV2: K', 'PRICE_MOVED'],
  ['UniswapV2Router: EXPIRED', 'EXPIRED'],
  ['UniswapV2Library: INSUFFICIENT_LIQUIDITY', 'NO_LIQUIDITY'],
  ['UniswapV2: INSUFFICIENT_LIQUIDITY', 'NO_LIQUIDITY'],
  ['ERC20InsufficientBalance', 'INSUFFICIENT_BALANCE'],
  ['ERC20InsufficientAllowance', 'INSUFFICIENT_ALLOWANCE'],
  ['ERC20: transfer amount exceeds balance', 'INSUFFICIENT_BALANCE'],
  ['ERC20: transfer amount exceeds allowance', 'INSUFFICIENT_ALLOWANCE'],
  ['ERC20: insufficient allowance', 'INSUFFICIENT_ALLOWANCE'],
]);

/** Nodes and libraries wrap the bytes: `data`, `data.data`, `data.originalError.data`. */
function findData(data: unknown, depth = 0): Hex | undefined {
  if (isHex(data)) return data;
  if (typeof data !== 'object' || data === null || depth > 3) return undefined;
  const inner = 'data' in data ? data.data : 'originalError' in data ? data.originalError : undefined;
  return findData(inner, depth + 1);
}

/** The text of `Error(string)`, or the name of a custom error. */
function textOf(data: Hex | undefined): string | undefined {
  if (data === undefined || data === '0x') return undefined;
  try {
    const { errorName, args } = decodeErrorResult({ abi: errors, data });
    return errorName === 'Error' && typeof args?.[0] === 'string' ? args[0] : errorName;
  } catch {
    // An error that none of these contracts declares.
    return undefined;
  }
}

const errors: Abi = [...routerAbi, ...jufAbi].filter(({ type }) => type === 'error');
