// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { discoverWallets, type WalletDiscovery } from '../../../../src/lib/chain/wallets/discover-wallets.ts';
import { findWallet } from '../../../../src/lib/chain/wallets/find-wallet.ts';
import { ScriptedWallet } from './scripted-wallet.ts';

const icon = 'data:image/svg+xml,<svg/>';
const globals = ['ethereum', 'okxwallet', 'tokenpocket', 'trustwallet', 'phantom', 'bitkeep', '$onekey'];
/** MetaMask's `ethereum` object. */
const metaMask = { isMetaMask: true, _metamask: { isUnlocked: () => Promise.resolve(true) } };
let discovery: WalletDiscovery | undefined;

function announce(info: object, provider: unknown = new ScriptedWallet()): void {
  const detail = { info: { uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'A wallet', rdns: 'org.example', icon, ...info }, provider };
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze(detail) }));
}

function discover(): WalletDiscovery {
  discovery = discoverWallets();
  return discovery;
}

function ids(): string[] {
  return (discovery ?? discover()).wallets().map(({ id }) => id);
}

function inject(name: string, flags: object = {}): ScriptedWallet {
  const wallet = Object.assign(new ScriptedWallet(), flags);
  Reflect.set(window, name, wallet);
  return wallet;
}

beforeEach(() => {
  discovery = undefined;
});

afterEach(() => {
  vi.useRealTimers();
  discovery?.stop();
  for (const name of globals) Reflect.deleteProperty(window, name);
});

describe('wallets that announce themselves', () => {
  it('are asked to announce themselves, so that earlier ones are found', () => {
    const answer = (): void => announce({ rdns: 'io.metamask', name: 'MetaMask' });
    window.addEventListener('eip6963:requestProvider', answer);
    expect(ids()).toEqual(['io.metamask']);
    window.removeEventListener('eip6963:requestProvider', answer);
  });

  it('reach subscribers when they come late', () => {
    const heard: string[][] = [];
    const unsubscribe = discover().subscribe((wallets) => heard.push(wallets.map(({ id }) => id)));
    announce({ rdns: 'io.rabby' });
    unsubscribe();
    announce({ rdns: 'io.late' });
    expect(heard).toEqual([['io.rabby']]);
    expect(ids()).toEqual(['io.rabby', 'io.late']);
  });

  it('keep their place against another that gives the same rdns', () => {
    const first = new ScriptedWallet();
    discover();
    announce({ rdns: 'io.metamask', name: 'MetaMask' }, first);
    announce({ rdns: 'IO.MetaMask', name: 'MetaMask', uuid: 'another' });
    expect(discovery?.wallets()).toEqual([{ id: 'io.metamask', name: 'MetaMask', icon, provider: first }]);
  });

  it('are not heard after discovery was stopped', () => {
    discover().stop();
    announce({});
    expect(ids()).toEqual([]);
  });

  it.each([
    ['no provider', {}, null],
    ['a provider that takes no requests', {}, { send: () => undefined }],
  ])('are refused with %s', (_name, info, provider) => {
    discover();
    announce(info, provider);
    expect(ids()).toEqual([]);
  });

  it.each([
    ['no name', { name: '' }, 'org.example', 'org.example'],
    ['a name of invisible characters', { name: '\u200b\u202e\n' }, 'org.example', 'org.example'],
    ['a name that is no text', { name: ['MetaMask'] }, 'org.example', 'org.example'],
    ['no rdns', { rdns: undefined }, 'announced:a wallet', 'A wallet'],
    ['an rdns with a line break', { rdns: 'io.metamask\n' }, 'announced:a wallet', 'A wallet'],
    ['an rdns that passes for a global', { rdns: 'global:metamask' }, 'announced:a wallet', 'A wallet'],
    ['an endless rdns', { rdns: 'a.'.repeat(200) }, 'announced:a wallet', 'A wallet'],
    ['neither name nor rdns', { rdns: undefined, name: undefined }, 'announced:wallet', 'Wallet'],
    ['no uuid', { uuid: undefined }, 'org.example', 'A wallet'],
    ['an endless uuid', { uuid: 'a'.repeat(1000) }, 'org.example', 'A wallet'],
  ])('are listed with %s, made harmless', (_name, info, id, name) => {
    discover();
    announce(info, new ScriptedWallet());
    expect(discovery?.wallets().map((wallet) => [wallet.id, wallet.name])).toEqual([[id, name]]);
  });

  it('are refused when reading them throws', () => {
    discover();
    const detail = Object.defineProperty({ provider: new ScriptedWallet() }, 'info', {
      get: () => {
        throw new Error('trap');
      },
    });
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider'));
    window.dispatchEvent(new Event('eip6963:announceProvider'));
    expect(ids()).toEqual([]);
  });

  it.each([
    'https://tracker.example/pixel.png',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    `data:image/png;base64,${'A'.repeat(300_000)}`,
    undefined,
    12,
  ])('are shown without the icon %.40s', (bad) => {
    discover();
    announce({ icon: bad });
    expect(discovery?.wallets()[0]).not.toHaveProperty('icon');
  });

  it('have a name cut to a line, without characters that turn it around', () => {
    discover();
    announce({ name: `  Meta\u202eMask\u0000 ${'x'.repeat(500)}` });
    expect(discovery?.wallets()[0]?.name).toBe(`MetaMask ${'x'.repeat(31)}`);
  });
});

describe('wallets that stand under a global', () => {
  it.each([
    ['MetaMask', 'ethereum', metaMask, 'global:metamask'],
    ['one that says it is MetaMask and nothing else', 'ethereum', { isMetaMask: true }, 'global:ethereum'],
    ['Rabby, which has all that MetaMask has', 'ethereum', { ...metaMask, isRabby: true }, 'global:rabby'],
    ['Bitget that passes for MetaMask', 'ethereum', { ...metaMask, isBitKeep: true }, 'global:bitget'],
    ['OKX', 'okxwallet', {}, 'global:okxwallet'],
    ['OKX that passes for MetaMask', 'ethereum', { isMetaMask: true, isOkxWallet: true }, 'global:okxwallet'],
    ['TokenPocket that passes for MetaMask', 'ethereum', { isMetaMask: true, isTokenPocket: true }, 'global:tokenpocket'],
    ['Trust', 'ethereum', { isTrust: true }, 'global:trustwallet'],
    ['Brave that passes for MetaMask', 'ethereum', { isMetaMask: true, isBraveWallet: true }, 'global:ethereum'],
    ['an unknown one', 'ethereum', {}, 'global:ethereum'],
  ])('%s', (_name, global, flags, id) => {
    inject(global, flags);
    expect(ids()).toEqual([id]);
  });

  it('TokenPocket in its own place', () => {
    Reflect.set(window, 'tokenpocket', { ethereum: new ScriptedWallet() });
    expect(ids()).toEqual(['global:tokenpocket']);
  });

  it.each([
    ['bitkeep', 'global:bitget'],
    ['trustwallet', 'global:trustwallet'],
    ['$onekey', 'global:onekey'],
  ])('%s.ethereum', (name, id) => {
    Reflect.set(window, name, { ethereum: new ScriptedWallet() });
    expect(ids()).toEqual([id]);
  });

  it('late and without a word, as on Android', async () => {
    vi.useFakeTimers();
    const heard: string[][] = [];
    discover().subscribe((wallets) => heard.push(wallets.map(({ id }) => id)));
    await vi.advanceTimersByTimeAsync(1_500);
    inject('okxwallet');
    await vi.advanceTimersByTimeAsync(1_500);
    expect(heard).toEqual([['global:okxwallet']]);
  });

  it('several under ethereum.providers', () => {
    const [metamask, okx] = [Object.assign(new ScriptedWallet(), metaMask), Object.assign(new ScriptedWallet(), { isOkxWallet: true })];
    inject('ethereum', { isMetaMask: true, providers: [metamask, okx] });
    expect(discover().wallets()).toEqual([
      { id: 'global:metamask', name: 'MetaMask', provider: metamask },
      { id: 'global:okxwallet', name: 'OKX Wallet', provider: okx },
    ]);
  });

  it('are not listed again when they announced themselves, under the same provider or another', () => {
    const provider = inject('ethereum', metaMask);
    inject('okxwallet');
    discover();
    announce({ rdns: 'io.metamask', name: 'MetaMask' }, provider);
    announce({ rdns: 'com.okex.wallet', name: 'OKX Wallet' });
    expect(ids()).toEqual(['io.metamask', 'com.okex.wallet']);
  });

  it('may guard themselves with traps', () => {
    Reflect.defineProperty(window, 'ethereum', {
      configurable: true,
      get: () => {
        throw new Error('trap');
      },
    });
    expect(ids()).toEqual([]);
  });
});

describe('looking for the remembered wallet', () => {
  it('finds it when it announces itself late', async () => {
    const found = findWallet('io.metamask');
    announce({ rdns: 'io.other' });
    announce({ rdns: 'io.metamask' });
    expect((await found)?.id).toBe('io.metamask');
  });

  it('finds it when its global is set late', async () => {
    const found = findWallet('global:metamask');
    inject('ethereum', metaMask);
    window.dispatchEvent(new Event('ethereum#initialized'));
    expect((await found)?.id).toBe('global:metamask');
  });

  it('finds it by its other id, if it has announced itself by now, or no longer does', async () => {
    inject('ethereum', metaMask);
    expect((await findWallet('io.metamask'))?.id).toBe('global:metamask');
    const answer = (): void => announce({ rdns: 'io.metamask', name: 'MetaMask' }, inject('ethereum', metaMask));
    window.addEventListener('eip6963:requestProvider', answer);
    expect((await findWallet('global:metamask', { withinMs: 50 }))?.id).toBe('io.metamask');
    window.removeEventListener('eip6963:requestProvider', answer);
  });

  it('gives up after its time', async () => {
    vi.useFakeTimers();
    const found = findWallet('io.metamask', { withinMs: 500 });
    await vi.advanceTimersByTimeAsync(500);
    expect(await found).toBeUndefined();
  });
});
