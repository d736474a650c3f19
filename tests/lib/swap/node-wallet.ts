import { createJsonRpc } from '../../../src/lib/chain/json-rpc.ts';
import type { Address, Eip1193Provider, RequestArguments } from '../../../src/lib/chain/wallets/eip1193.ts';

/** A wallet over a development node, which signs for its accounts; `before` may change, refuse or precede what is asked. */
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
    if (args.method === 'eth_accounts') return [this.account];
    return createJsonRpc(this.url).call(args.method, ...(args.params ?? []));
  }

  get sent(): number {
    return this.methods.filter((method) => method === 'eth_sendTransaction').length;
  }
}
