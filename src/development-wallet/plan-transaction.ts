import { jufAddress, usdtAddress } from '../lib/chain/contract-addresses.ts';
import { isHex } from '../lib/chain/is-hex.ts';
import type { Address, Hex } from '../lib/chain/wallets/eip1193.ts';
import { tokenDecimals } from '../lib/token-decimals.ts';
import { callNode } from './chain-node.ts';
import { isRecord, rpcCodes, RpcError } from './rpc-error.ts';

/** A site's transaction, completed with gas and fees as the node sees them now. */
export interface TransactionPlan {
  from: Address;
  /** Undefined when the transaction creates a contract. */
  to: Address | undefined;
  value: bigint;
  data: Hex;
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
  nonce: number | undefined;
  /** Why the node expects it to fail, in the node's words. */
  failure: string | undefined;
}

/** Used when the site gave no gas limit and the node can't estimate one because it expects the transaction to fail. */
const GAS_OF_A_FAILURE = 1_000_000n;
/** Gas use can change between the estimate and the block. */
const GAS_MARGIN_PERCENT = 120n;

/** Approvals of this much never run out. */
export const MOST_UNITS = 2n ** 256n - 1n;

/** First four bytes of the hashes of `transfer(address,uint256)` and `approve(address,uint256)` (EIP-20), then an address and a number in a word each. */
const CALL = /^0x(a9059cbb|095ea7b3)0{24}([0-9a-f]{40})([0-9a-f]{64})$/i;

export async function planTransaction(given: unknown, from: Address, rpcUrl: string): Promise<TransactionPlan> {
  const call = readCall(given, from);
  const [fees, estimate] = await Promise.all([readFees(rpcUrl, call), estimateGas(rpcUrl, call)]);
  const { nonce } = call;
  return {
    from,
    to: call.to,
    value: call.value ?? 0n,
    data: call.data,
    gas: call.gas ?? estimate.gas,
    ...fees,
    nonce: nonce === undefined ? undefined : Number(nonce),
    failure: estimate.failure,
  };
}

interface Call {
  from: Address;
  to: Address | undefined;
  data: Hex;
  value: bigint | undefined;
  gas: bigint | undefined;
  maxFeePerGas: bigint | undefined;
  maxPriorityFeePerGas: bigint | undefined;
  nonce: bigint | undefined;
}

function readCall(fields: unknown, from: Address): Call {
  if (!isRecord(fields)) throw new RpcError(rpcCodes.invalidParams, 'no transaction given');
  const quantity = (name: string): bigint | undefined => readQuantity(fields[name], name);
  const { to } = fields;
  const isCreation = to === undefined || to === null;
  if (!isCreation && !isHex(to, 20)) throw new RpcError(rpcCodes.invalidParams, 'to is not an address');
  const data = fields.data ?? fields.input ?? '0x';
  if (!isHex(data)) throw new RpcError(rpcCodes.invalidParams, 'data is not hex');
  if (isCreation && data === '0x') throw new RpcError(rpcCodes.invalidParams, 'neither a recipient nor a contract');
  return {
    from,
    to: isCreation ? undefined : to,
    data,
    value: quantity('value'),
    gas: quantity('gas') ?? quantity('gasLimit'),
    maxFeePerGas: quantity('maxFeePerGas') ?? quantity('gasPrice'),
    maxPriorityFeePerGas: quantity('maxPriorityFeePerGas'),
    nonce: quantity('nonce'),
  };
}

async function estimateGas(rpcUrl: string, call: Call): Promise<{ gas: bigint; failure: string | undefined }> {
  const { from, to, data, value } = call;
  try {
    const gas = readQuantity(await callNode(rpcUrl, 'eth_estimateGas', [{ from, to, data, value: toHex(value ?? 0n) }]), 'gas') ?? 0n;
    return { gas: (gas * GAS_MARGIN_PERCENT) / 100n, failure: undefined };
  } catch (error) {
    if (!(error instanceof RpcError) || error.code === rpcCodes.disconnected) throw error;
    return { gas: GAS_OF_A_FAILURE, failure: error.message };
  }
}

/** Twice the base fee, so that it holds while several full blocks raise it (EIP-1559). */
async function readFees(rpcUrl: string, call: Call): Promise<Pick<TransactionPlan, 'maxFeePerGas' | 'maxPriorityFeePerGas'>> {
  const [price, tip] = await Promise.all([callNode(rpcUrl, 'eth_gasPrice'), callNode(rpcUrl, 'eth_maxPriorityFeePerGas')]);
  const maxPriorityFeePerGas = call.maxPriorityFeePerGas ?? readQuantity(tip, 'tip') ?? 0n;
  const maxFeePerGas = call.maxFeePerGas ?? (readQuantity(price, 'price') ?? 0n) * 2n + maxPriorityFeePerGas;
  return { maxFeePerGas, maxPriorityFeePerGas: maxPriorityFeePerGas < maxFeePerGas ? maxPriorityFeePerGas : maxFeePerGas };
}

function readQuantity(value: unknown, name: string): bigint | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || !/^0x[0-9a-f]+$/i.test(value))
    throw new RpcError(rpcCodes.invalidParams, `${name} is not a hex quantity`);
  return BigInt(value);
}

function toHex(quantity: bigint): Hex {
  return `0x${quantity.toString(16)}`;
}

/** What a transaction asks of one of the product's tokens. */
interface TokenCall {
  does: 'TRANSFER' | 'APPROVE';
  token: 'JUF' | 'USDT';
  decimals: number;
  /** Who receives, or may spend. */
  party: Address;
  units: bigint;
}

/** Null for anything else, which is shown as bytes: a wallet mustn't name what it doesn't know for sure. */
export function readTokenCall({ to, value, data }: Pick<TransactionPlan, 'to' | 'value' | 'data'>): TokenCall | null {
  const isOf = (token: Address | undefined): boolean => to !== undefined && token?.toLowerCase() === to.toLowerCase();
  const token = isOf(usdtAddress) ? 'USDT' : isOf(jufAddress) ? 'JUF' : null;
  const [, selector, party, units] = CALL.exec(data) ?? [];
  if (token === null || selector === undefined || party === undefined || units === undefined || value !== 0n) return null;
  const does = selector.toLowerCase() === 'a9059cbb' ? 'TRANSFER' : 'APPROVE';
  return { does, token, decimals: tokenDecimals[token], party: `0x${party}`, units: BigInt(`0x${units}`) };
}
