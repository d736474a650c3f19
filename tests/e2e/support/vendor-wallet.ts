import type { Page } from '@playwright/test';
import { createWalletClient, defineChain, hexToString, http, type Address, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { z } from 'zod';
import { productChain } from '../../../src/lib/chain/product-chain.ts';
import { chainClient } from './server-chain.ts';

/** How and when a wallet appears on a page. */
export interface Presence {
  /** By EIP-6963. */
  announced?: { rdns: string; name: string };
  /** Path of its global provider, such as `bitkeep.ethereum`. */
  globals?: readonly string[];
  /** Properties besides EIP-1193. */
  flags?: readonly string[];
  /** Has MetaMask's own methods. */
  hasMetaMaskMethods?: boolean;
  /** Added this long after the page loads, without announcing itself. */
  lateMs?: number;
  /** Has neither `on` nor `removeListener`. */
  isMute?: boolean;
}

export interface Reply {
  value?: unknown;
  error?: { code: number | string; data?: unknown };
  /** Thrown as a bare object, not an Error. */
  isBare?: boolean;
  /** Never answers the request. */
  isSilent?: boolean;
  /** Fired before the answer. */
  emit?: readonly (readonly [event: string, payload: unknown])[];
}

/** Overrides the standard answer to a request; undefined keeps it. `nth` counts from 1. */
export type Manner = (wallet: VendorWallet, nth: number) => Reply | undefined;

declare global {
  interface Window {
    requestVendor: (method: string, params: unknown[]) => Promise<Reply>;
    fireVendor: (event: string, payload: unknown) => void;
  }
}

const sent = z.tuple([
  z.object({
    from: z.custom<Address>(),
    to: z.custom<Address>(),
    data: z.custom<Hex>().optional(),
    value: z.custom<Hex>().optional(),
    chainId: z.literal(productChain.hexId),
  }),
]);
const typedData = z.custom<Parameters<PrivateKeyAccount['signTypedData']>[0]>();
const chain = defineChain({
  id: productChain.id,
  name: productChain.name,
  nativeCurrency: productChain.nativeCurrency,
  rpcUrls: { default: { http: [chainClient.url] } },
});

/** A wallet with its own key that follows EIP-1193 except for its quirks. Its owner approves everything. */
export class VendorWallet {
  readonly key: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey());
  /** Every request, in order. */
  readonly log: string[] = [];
  address: Address = this.key.address;
  chainId = '0x1';
  knowsChain = false;
  isConnected = false;
  /** How it signs; a contract account wraps its owner key's signature. */
  sign: (message: string) => Promise<Hex> = (message) => this.key.signMessage({ message });
  private readonly page: Page;
  private readonly manners: Readonly<Record<string, Manner>>;

  private constructor(page: Page, manners: Readonly<Record<string, Manner>>) {
    this.page = page;
    this.manners = manners;
  }

  /** Adds the wallet to every document the page loads from now on. */
  static async install(page: Page, presence: Presence, manners: Readonly<Record<string, Manner>> = {}): Promise<VendorWallet> {
    const wallet = new VendorWallet(page, manners);
    await page.exposeFunction('requestVendor', (method: string, params: unknown[]) => wallet.answer(method, params));
    await page.addInitScript(present, presence);
    return wallet;
  }

  /** Triggers an event in the wallet itself. */
  async fire(event: 'accountsChanged' | 'chainChanged', payload: unknown): Promise<void> {
    await this.page.evaluate(([name, value]) => window.fireVendor(name, value), [event, payload] as const);
  }

  /** A reply that also switches to the product's chain and fires the event. */
  switched(reply: Reply = { value: null }): Reply {
    this.chainId = productChain.hexId;
    return { ...reply, emit: [['chainChanged', productChain.hexId]] };
  }

  private async answer(method: string, params: readonly unknown[]): Promise<Reply> {
    this.log.push(method);
    const nth = this.log.filter((other) => other === method).length;
    return this.manners[method]?.(this, nth) ?? (await this.agree(method, params));
  }

  private async agree(method: string, params: readonly unknown[]): Promise<Reply> {
    switch (method) {
      case 'eth_requestAccounts':
        this.isConnected = true;
        return { value: [this.address], emit: [['accountsChanged', [this.address]]] };
      case 'eth_accounts':
        return { value: this.isConnected ? [this.address] : [] };
      case 'eth_chainId':
        return { value: this.chainId };
      case 'wallet_switchEthereumChain':
        return this.knowsChain ? this.switched() : { error: { code: 4902 } };
      case 'wallet_addEthereumChain':
        this.knowsChain = true;
        return { value: null };
      case 'personal_sign':
        return { value: await this.sign(hexToString(z.custom<Hex>().parse(params[0]))) };
      case 'eth_signTypedData_v4':
        return { value: await this.key.signTypedData(typedData.parse(JSON.parse(String(params[1])))) };
      case 'eth_sendTransaction':
        return { value: await this.send(params) };
      default:
        return { error: { code: 4200 } };
    }
  }

  private send(params: readonly unknown[]): Promise<Hex> {
    const [{ to, data, value = '0x0' }] = sent.parse(params);
    const client = createWalletClient({ account: this.key, chain, transport: http(chainClient.url) });
    return client.sendTransaction({ to, ...(data !== undefined && { data }), value: BigInt(value) });
  }
}

/** Runs in the page. */
function present({ announced, globals = [], flags = [], hasMetaMaskMethods, lateMs, isMute }: Presence): void {
  const listeners: [string, (payload: unknown) => void][] = [];
  window.fireVendor = (event, payload) => {
    for (const [name, listener] of [...listeners]) if (name === event) listener(payload);
  };
  const provider: Record<string, unknown> = {
    request: async ({ method, params = [] }: { method: string; params?: unknown[] }): Promise<unknown> => {
      const { value, error, isBare, isSilent, emit = [] } = await window.requestVendor(method, params);
      for (const [event, payload] of emit) window.fireVendor(event, payload);
      if (isSilent) return new Promise(() => undefined);
      if (!error) return value;
      const thrown = Object.assign(new Error('said in the wallet’s own words'), error);
      if (isBare) Object.setPrototypeOf(thrown, Object.prototype);
      throw thrown;
    },
    ...Object.fromEntries(flags.map((flag) => [flag, true])),
    ...(hasMetaMaskMethods && { _metamask: { isUnlocked: () => Promise.resolve(true) } }),
  };
  if (!isMute) {
    provider['on'] = (event: string, listener: (payload: unknown) => void) => void listeners.push([event, listener]);
    provider['removeListener'] = (event: string, listener: (payload: unknown) => void) => {
      const place = listeners.findIndex(([name, known]) => name === event && known === listener);
      if (place >= 0) listeners.splice(place, 1);
    };
  }
  const show = (): void => {
    for (const path of globals) {
      const [first = '', second] = path.split('.');
      const place = second === undefined ? provider : { [second]: provider };
      Reflect.set(window, first, place);
    }
    if (!announced) return;
    const icon = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/%3E';
    const detail = Object.freeze({ info: { uuid: '350670db-19fa-4704-a166-e52e178b59d2', icon, ...announced }, provider });
    const announce = (): boolean => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    addEventListener('eip6963:requestProvider', announce);
    announce();
  };
  if (lateMs === undefined) show();
  else setTimeout(show, lateMs);
}
