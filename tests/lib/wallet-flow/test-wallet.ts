import type { Address, DiscoveredWallet, Eip1193Listener, RequestArguments } from '../../../src/lib/chain/wallets/eip1193.ts';

export const account: Address = '0x7A3fA1b2C3d4E5f60718293a4B5c6D7e8F90c21E';
export const otherAccount: Address = '0x00000000000000000000000000000000000000A1';

type Answer = (args: RequestArguments) => unknown;

/** A wallet on chain 1 that agrees to everything; each method's next answers can be scripted. */
export class TestWallet {
  accounts: Address[] = [];
  chainId = 1;
  knowsProductChain = true;
  readonly asked: string[] = [];
  readonly #scripts = new Map<string, Answer[]>();
  readonly #listeners = new Map<string, Set<Eip1193Listener>>();

  readonly wallet: DiscoveredWallet = {
    id: 'test.wallet',
    name: 'Test Wallet',
    provider: {
      request: async (args) => {
        this.asked.push(args.method);
        const scripted = this.#scripts.get(args.method)?.shift();
        return await Promise.resolve(scripted ? scripted(args) : this.#agree(args));
      },
      on: (event, listener) => (this.#listeners.get(event) ?? this.#listeners.set(event, new Set()).get(event))?.add(listener),
      removeListener: (event, listener) => this.#listeners.get(event)?.delete(listener),
    },
  };

  /** The next answer to a method, once. */
  next(method: string, answer: Answer): this {
    this.#scripts.set(method, [...(this.#scripts.get(method) ?? []), answer]);
    return this;
  }

  emit(event: 'accountsChanged' | 'chainChanged', payload: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(payload);
  }

  get listeners(): number {
    return [...this.#listeners.values()].reduce((sum, set) => sum + set.size, 0);
  }

  #agree({ method }: RequestArguments): unknown {
    switch (method) {
      case 'eth_requestAccounts':
        this.accounts = [account];
        return this.accounts;
      case 'eth_accounts':
        return this.accounts;
      case 'eth_chainId':
        return `0x${this.chainId.toString(16)}`;
      case 'wallet_switchEthereumChain':
        if (!this.knowsProductChain) throw refusal(4902);
        this.chainId = 210000;
        return null;
      case 'wallet_addEthereumChain':
        this.knowsProductChain = true;
        return null;
      case 'personal_sign':
        return `0x${'ab'.repeat(65)}`;
      default:
        throw refusal(-32601);
    }
  }
}

export function refusal(code: number, data?: unknown): Error {
  return Object.assign(new Error(`code ${code}`), { code, data });
}

export function refuse(code: number, data?: unknown): () => never {
  return () => {
    throw refusal(code, data);
  };
}

/** A request without an answer. */
export function silence(): Promise<never> {
  return new Promise(() => undefined);
}
