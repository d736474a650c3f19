import { type Address, encodeFunctionData, type Hex, isAddress, isHex, numberToHex } from 'viem';
import { z } from 'zod';
import { developmentAccount } from '../../chain/role-accounts.ts';
import { productChain } from '../../src/lib/chain/product-chain.ts';
import { batchAccount } from '../chain/artifacts/batch-account.ts';
import type { TestNode } from '../chain/support/test-node.ts';

/** How the wallet behaves. */
export type BatchManner =
  /** Follows EIP-5792. */
  | 'FAITHFUL'
  /** Claims support, but refuses on request (5760). */
  | 'REFUSING'
  /** Claims to have executed everything, but sends only the first call. */
  | 'LYING'
  /** Sends the calls one by one and fails half-way (600). */
  | 'HALF_WAY'
  /** Would have to upgrade to a smart account first. */
  | 'READY'
  | 'DECLINED'
  /** Accepts the batch and never sends it. */
  | 'STALLING';

const address = z.custom<Address>((value) => typeof value === 'string' && isAddress(value));
const hex = z.custom<Hex>((value) => isHex(value));
const call = z.object({ to: address, data: hex.optional(), value: hex.optional() });
const batch = z.object({
  atomicRequired: z.literal(true),
  chainId: z.literal(productChain.hexId),
  from: address,
  calls: z.array(call).min(1),
});

/** Implements EIP-5792 for an account of the development chain, by EIP-7702 on a real node. */
export class BatchingWallet {
  manner: BatchManner = 'FAITHFUL';
  /** Number of batches requested. */
  asked = 0;
  private readonly node: TestNode;
  private readonly account: number;
  private readonly delegate: Address;
  private readonly sent = new Map<string, Hex[]>();

  private constructor(node: TestNode, account: number, delegate: Address) {
    this.node = node;
    this.account = account;
    this.delegate = delegate;
  }

  static async create(node: TestNode, account: number): Promise<BatchingWallet> {
    return new BatchingWallet(node, account, await node.create(batchAccount));
  }

  /** Undefined if it isn't an EIP-5792 request. */
  async answer(method: string, params: readonly unknown[]): Promise<unknown> {
    switch (method) {
      case 'wallet_getCapabilities':
        return { [productChain.hexId]: { atomic: { status: this.manner === 'READY' ? 'ready' : 'supported' } } };
      case 'wallet_sendCalls':
        this.asked += 1;
        return this.take(batch.parse(params[0]));
      case 'wallet_getCallsStatus':
        return this.status(z.string().parse(params[0]));
      default:
        return undefined;
    }
  }

  private async take({ calls, from }: z.infer<typeof batch>): Promise<{ id: string }> {
    if (this.manner === 'REFUSING') throw refusal(5760);
    if (this.manner === 'DECLINED') throw refusal(4001);
    const account = developmentAccount(this.account);
    if (from.toLowerCase() !== account.address.toLowerCase()) throw refusal(4100);
    const id = `batch ${this.asked}`;
    const wallet = this.node.as(this.account);
    if (this.manner === 'STALLING') this.sent.set(id, []);
    else if (this.manner === 'LYING' || this.manner === 'HALF_WAY') {
      const [first] = calls;
      this.sent.set(id, first ? [await wallet.sendTransaction({ to: first.to, data: first.data ?? '0x' })] : []);
    } else {
      const executed = calls.map(({ to, data = '0x', value = '0x0' }) => ({ to, data, value: BigInt(value) }));
      const data = encodeFunctionData({ abi: batchAccount.abi, functionName: 'execute', args: [executed] });
      const authorization = await wallet.signAuthorization({ account, contractAddress: this.delegate, executor: 'self' });
      // Also sends a failing batch, so that the chain reverts it.
      const gas = 1_500_000n;
      this.sent.set(id, [await wallet.sendTransaction({ to: account.address, data, authorizationList: [authorization], gas })]);
    }
    return { id };
  }

  private async status(id: string): Promise<unknown> {
    const hashes = this.sent.get(id);
    if (!hashes) throw refusal(5730);
    const found = await Promise.all(hashes.map((hash) => this.node.publicClient.getTransactionReceipt({ hash }).catch(() => null)));
    const mined = found.filter((receipt) => receipt !== null);
    const common = { version: '2.0.0', id, chainId: productChain.hexId, atomic: true };
    if (hashes.length === 0 || mined.length < hashes.length) return { ...common, status: 100 };
    const receipts = mined.map((receipt) => ({
      logs: receipt.logs.map(({ address: from, data, topics }) => ({ address: from, data, topics })),
      status: receipt.status === 'success' ? '0x1' : '0x0',
      blockHash: receipt.blockHash,
      blockNumber: numberToHex(receipt.blockNumber),
      gasUsed: numberToHex(receipt.gasUsed),
      transactionHash: receipt.transactionHash,
    }));
    const isUndone = mined.some(({ status }) => status === 'reverted');
    return { ...common, receipts, status: this.manner === 'HALF_WAY' ? 600 : isUndone ? 500 : 200 };
  }
}

function refusal(code: number): Error {
  return Object.assign(new Error('said in the wallet’s own words'), { code });
}
