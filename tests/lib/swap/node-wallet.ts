import { createClient, http, type Client } from 'viem';
import { createJsonRpc } from '../../../src/lib/chain/json-rpc.ts';
import { productChain } from '../../../src/lib/chain/product-chain.ts';
import type { Address, Eip1193Provider, RequestArguments } from '../../../src/lib/chain/wallets/eip1193.ts';

/** Generous, because a machine that runs all tests at once slows the node down. */
export const BUSY_NODE_MS = 60_000;

/** Reads a development node as the site reads its own. */
export function nodeClient(url: string): Client {
  return createClient({ transport: http(url, { batch: true, retryCount: 0, timeout: BUSY_NODE_MS }) });
}

/** A wallet on a development node, which signs for its accounts; `before` may answer, refuse or precede a request. */
export class NodeWallet implements Eip1193Provider {
  readonly methods: string[] = [];
  readonly account: Address;
  before: (args: RequestArguments) => unknown = () => undefined;
  private readonly url: string;

  constructor(url: string, account: Address) {
    this.url = url;
    this.account = account;
  }

  async request(args: RequestArguments): Promise<unknown> {
    this.methods.push(args.method);
    const answer = await this.before(args);
    if (answer !== undefined) return answer;
    // A wallet knows these itself, so it answers at once, however busy the node is.
    if (args.method === 'eth_accounts') return [this.account];
    if (args.method === 'eth_chainId') return productChain.hexId;
    return createJsonRpc(this.url, BUSY_NODE_MS).call(args.method, ...(args.params ?? []));
  }

  get sent(): number {
    return this.methods.filter((method) => method === 'eth_sendTransaction').length;
  }
}
