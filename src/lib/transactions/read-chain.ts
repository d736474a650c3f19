import { z } from '../api/contract/zod.ts';
import { readQuantity } from '../chain/read-quantity.ts';
import type { Address, Hex } from '../chain/wallets/eip1193.ts';

export interface ChainTransaction {
  hash: Hex;
  from: Address;
  to: Address | null;
  nonce: number;
  value: bigint;
  data: Hex;
}

export interface ChainReceipt {
  isSuccess: boolean;
  blockNumber: number;
  blockHash: Hex;
  gasFee: bigint;
  logs: readonly { topic: Hex | undefined; data: Hex }[];
}

const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value));
const transaction = z.object({ hash: hex, from: hex, to: z.nullable(hex), nonce: hex, value: hex, input: hex });
const receipt = z.object({
  status: hex,
  blockNumber: hex,
  blockHash: hex,
  gasUsed: hex,
  effectiveGasPrice: z.optional(hex),
  logs: z.array(z.object({ topics: z.array(hex), data: hex })),
});
const block = z.object({ transactions: z.array(transaction) });

/** Throws where the node answers something else than a transaction or null. */
export function readTransaction(answer: unknown): ChainTransaction | null {
  return answer === null ? null : fromWire(transaction.parse(answer));
}

export function readBlockTransactions(answer: unknown): ChainTransaction[] {
  return answer === null ? [] : block.parse(answer).transactions.map(fromWire);
}

export function readReceipt(answer: unknown): ChainReceipt | null {
  if (answer === null) return null;
  const { status, blockNumber, blockHash, gasUsed, effectiveGasPrice = '0x0', logs } = receipt.parse(answer);
  return {
    isSuccess: readQuantity(status) === 1n,
    blockNumber: Number(readQuantity(blockNumber)),
    blockHash,
    gasFee: readQuantity(gasUsed) * readQuantity(effectiveGasPrice),
    logs: logs.map(({ topics, data }) => ({ topic: topics[0], data })),
  };
}

function fromWire({ hash, from, to, nonce, value, input }: z.infer<typeof transaction>): ChainTransaction {
  return { hash, from, to, nonce: Number(readQuantity(nonce)), value: readQuantity(value), data: input };
}
