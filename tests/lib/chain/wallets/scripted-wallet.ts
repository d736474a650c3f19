import { EventEmitter } from 'node:events';
import type { Address, Eip1193Listener, Eip1193Provider, RequestArguments } from '../../../../src/lib/chain/wallets/eip1193.ts';

export const account: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const anyChain = '0x1';
export const ourChain = '0x33450';

type Answer = (args: RequestArguments) => unknown;

/** A wallet that follows the standards and keeps a log; a switch overrides what a method answers, or makes it throw or hang. */
export class ScriptedWallet implements Eip1193Provider {
  readonly log: RequestArguments[] = [];
  accounts: string[] = [account];
  chainId = anyChain;
  readonly chains = new Set([anyChain]);
  private readonly events = new EventEmitter();
  private readonly overrides = new Map<string, Answer[]>();

  async request(args: RequestArguments): Promise<unknown> {
    this.log.push(args);
    const override = this.overrides.get(args.method)?.shift();
    return await (override ? override(args) : this.answer(args));
  }

  on(event: string, listener: Eip1193Listener): void {
    this.events.on(event, listener);
  }

  removeListener(event: string, listener: Eip1193Listener): void {
    this.events.removeListener(event, listener);
  }

  emit(event: string, payload: unknown): void {
    this.events.emit(event, payload);
  }

  listeners(): number {
    return this.events.eventNames().reduce((sum, name) => sum + this.events.listenerCount(name), 0);
  }

  /** The next call of the method does this instead. */
  next(method: string, answer: Answer): this {
    this.overrides.set(method, [...(this.overrides.get(method) ?? []), answer]);
    return this;
  }

  throws(method: string, error: Error): this {
    return this.next(method, () => {
      throw error;
    });
  }

  hangs(method: string): this {
    return this.next(method, () => new Promise(() => undefined));
  }

  methods(): string[] {
    return this.log.map(({ method }) => method);
  }

  switchTo(chainId: string): null {
    this.chainId = chainId;
    this.emit('chainChanged', chainId);
    return null;
  }

  private answer({ method, params }: RequestArguments): unknown {
    const [first] = params ?? [];
    const asked = typeof first === 'object' && first !== null && 'chainId' in first ? String(first.chainId) : '';
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return this.accounts;
      case 'eth_chainId':
        return this.chainId;
      case 'wallet_switchEthereumChain':
        if (!this.chains.has(asked)) throw rpcError(4902);
        return this.switchTo(asked);
      case 'wallet_addEthereumChain':
        this.chains.add(asked);
        return null;
      case 'personal_sign':
        return `0x${'ab'.repeat(65)}`;
      default:
        throw rpcError(-32601);
    }
  }
}

export function rpcError(code: number | string, more: object = {}): Error {
  return Object.assign(new Error('said in the wallet’s own words'), { code, ...more });
}
