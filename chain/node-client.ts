import type { Address, Hex } from 'viem';
import type { HDAccount } from 'viem/accounts';
import { z } from 'zod';

type ReceiptStatus = 'success' | 'reverted';

/** Calls a development node, including its `evm_` and `anvil_` methods. */
export interface NodeClient {
  call(method: string, ...params: unknown[]): Promise<unknown>;
  /** Sends signed transactions in one request; throws if one is refused. */
  sendRawTransactions(transactions: readonly Hex[]): Promise<Hex[]>;
  /** Sends a signed transaction and returns once it's in a block (EIP-7966); throws if it is refused or takes too long. */
  sendRawTransactionSync(transaction: Hex): Promise<ReceiptStatus>;
  getNonce(address: Hex): Promise<number>;
  /** `null` if the transaction isn't on the chain. */
  getReceiptStatuses(hashes: readonly Hex[]): Promise<(ReceiptStatus | null)[]>;
  getBlock(block: 'latest' | 'earliest'): Promise<{ number: number; timestamp: number }>;
}

class NodeCallError extends Error {
  override readonly name = 'NodeCallError';
  readonly code = 'NODE_CALL_FAILED';
}

const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value));
const answerSchema = z.object({ id: z.number(), result: z.unknown().optional(), error: z.object({ message: z.string() }).optional() });
const receiptSchema = z.object({ status: hex }).transform(({ status }): ReceiptStatus => (status === '0x1' ? 'success' : 'reverted'));
const blockSchema = z.object({ number: hex, timestamp: hex });

export function createNodeClient(rpcUrl: string): NodeClient {
  async function post(body: unknown): Promise<unknown> {
    const response = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    if (!response.ok) throw new NodeCallError(`The node answered with status ${response.status}`);
    return response.json();
  }

  async function call(method: string, ...params: unknown[]): Promise<unknown> {
    return readAnswer(method, answerSchema.parse(await post({ jsonrpc: '2.0', id: 1, method, params })));
  }

  async function callMany(method: string, values: readonly Hex[]): Promise<unknown[]> {
    if (values.length === 0) return [];
    const answers = z.array(answerSchema).parse(await post(values.map((value, id) => ({ jsonrpc: '2.0', id, method, params: [value] }))));
    return answers.sort((a, b) => a.id - b.id).map((answer) => readAnswer(method, answer));
  }

  return {
    call,
    async sendRawTransactions(transactions) {
      return z.array(hex).parse(await callMany('eth_sendRawTransaction', transactions));
    },
    async sendRawTransactionSync(transaction) {
      return receiptSchema.parse(await call('eth_sendRawTransactionSync', transaction));
    },
    async getNonce(address) {
      return Number(hex.parse(await call('eth_getTransactionCount', address, 'latest')));
    },
    async getReceiptStatuses(hashes) {
      return z.array(receiptSchema.nullable()).parse(await callMany('eth_getTransactionReceipt', hashes));
    },
    async getBlock(block) {
      const found = blockSchema.parse(await call('eth_getBlockByNumber', block, false));
      return { number: Number(found.number), timestamp: Number(found.timestamp) };
    },
  };
}

function readAnswer(method: string, answer: z.infer<typeof answerSchema>): unknown {
  if (answer.error !== undefined) throw new NodeCallError(`${method}: ${answer.error.message}`);
  return answer.result;
}

export interface ChainTransaction {
  to?: Address;
  data: Hex;
  value?: bigint;
  gas: bigint;
}

const CHAIN_ID = 210_000;
/** Far above any base fee the embedded chain reaches, and the same for all, so that a block keeps the order of nonces. */
const GAS_PRICE = 100_000_000_000n;

/** Signs one account's transactions with consecutive nonces. */
export async function signTransactions(account: HDAccount, firstNonce: number, transactions: readonly ChainTransaction[]): Promise<Hex[]> {
  return Promise.all(
    transactions.map(({ to, data, value = 0n, gas }, index) =>
      account.signTransaction({
        type: 'legacy',
        chainId: CHAIN_ID,
        nonce: firstNonce + index,
        ...(to === undefined ? {} : { to }),
        data,
        value,
        gas,
        gasPrice: GAS_PRICE,
      }),
    ),
  );
}
