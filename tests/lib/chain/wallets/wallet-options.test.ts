import { existsSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { matchWallets } from '../../../../src/islands/session/use-wallets.ts';
import { pairLinks } from '../../../../src/islands/session/ConnectPanel.tsx';
import { walletIcons } from '../../../../src/islands/session/WalletOptionRow.tsx';
import { recommendedWallets, walletOptions } from '../../../../src/lib/chain/wallets/wallet-options.ts';
import { ScriptedWallet } from './scripted-wallet.ts';

const page = 'https://jufi.example/zh?referralCode=a b&x=1#top';

function deepLink(name: string): string {
  const link = [...walletOptions, ...recommendedWallets].find((option) => option.name === name)?.deepLink?.(new URL(page).href);
  if (!link) throw new Error(`${name} has no link`);
  return link;
}

describe('what the sign-in offers', () => {
  it('recommends nine wallets, each with its download page', () => {
    const names = ['Trust Wallet', 'Bitget Wallet', 'SafePal', 'imToken', 'Rabby Wallet', 'Coinbase Wallet', 'Zerion', 'OneKey', 'Rainbow'];
    expect(recommendedWallets.map(({ name }) => name)).toEqual(names);
    for (const { downloadUrl } of recommendedWallets) expect(new URL(downloadUrl).protocol).toBe('https:');
  });

  it('has a picture of every wallet it names, and a file for each', () => {
    const own = ['JuFi Wallet', 'Connect', 'Other'];
    const names = [...walletOptions, ...recommendedWallets].map(({ name }) => name).filter((name) => !own.includes(name));
    expect(Object.keys(walletIcons).sort()).toEqual(names.sort());
    const icons = [...Object.values(walletIcons), 'walletconnect'];
    for (const icon of icons) expect(existsSync(`public/wallet-icons/${icon}.svg`), icon).toBe(true);
  });

  it('gives a known wallet its own place, another one to the others, and recommends none twice', () => {
    const found = ['io.metamask', 'io.rabby', 'org.unheard.of'].map((id) => ({ id, name: id, provider: new ScriptedWallet() }));
    const { options, installed, others, recommended } = matchWallets(found);
    expect(options.filter(({ wallet }) => wallet).map(({ option }) => option.id)).toEqual(['METAMASK']);
    expect(installed.map(({ id }) => id)).toEqual(['io.rabby', 'org.unheard.of']);
    expect(others).toEqual([]);
    expect(recommended.map(({ name }) => name)).not.toContain('Rabby Wallet');
  });

  it('puts what is installed first, in its own order, and moves nothing for a wallet that comes late', () => {
    const [okx, tp, late] = ['com.okex.wallet', 'pro.tokenpocket', 'io.late'].map((id) => ({
      id,
      name: id,
      provider: new ScriptedWallet(),
    }));
    if (!okx || !tp || !late) throw new Error('three wallets');
    const idsOf = ({ options }: ReturnType<typeof matchWallets>): string[] =>
      options.map(({ option }) => option.id).filter((id) => id !== 'OWN');
    expect(idsOf(matchWallets([]))).toEqual(['METAMASK', 'TOKENPOCKET', 'OKX', 'CONNECT', 'OTHER']);
    expect(idsOf(matchWallets([okx, tp]))).toEqual(['TOKENPOCKET', 'OKX', 'METAMASK', 'CONNECT', 'OTHER']);
    const offered = matchWallets([okx, tp, late], [okx]);
    expect(idsOf(offered)).toEqual(['OKX', 'METAMASK', 'TOKENPOCKET', 'CONNECT', 'OTHER']);
    expect(offered.options.find(({ option }) => option.id === 'TOKENPOCKET')?.wallet).toBe(tp);
    expect([offered.installed, offered.others]).toEqual([[], [late]]);
  });
});

describe('the link into a wallet’s app carries the whole address', () => {
  it('MetaMask: the address without its scheme', () => {
    expect(deepLink('MetaMask')).toBe('https://link.metamask.io/dapp/jufi.example/zh?referralCode=a%20b&x=1#top');
  });

  it.each([
    ['Trust Wallet', 'url'],
    ['Coinbase Wallet', 'cb_url'],
    ['imToken', 'url'],
    ['Bitget Wallet', 'url'],
  ])('%s: in the parameter %s', (name, parameter) => {
    expect(new URL(deepLink(name)).searchParams.get(parameter)).toBe(new URL(page).href);
  });

  it('OKX Wallet: in a link within a link', () => {
    const inner = new URL(deepLink('OKX Wallet')).searchParams.get('deeplink') ?? '';
    expect(inner).toMatch(/^okx:\/\/wallet\/dapp\/url\?/);
    expect(new URL(inner).searchParams.get('dappUrl')).toBe(new URL(page).href);
  });

  it('TP Wallet: in JSON', () => {
    expect(JSON.parse(new URL(deepLink('TP Wallet')).searchParams.get('params') ?? '')).toMatchObject({ url: new URL(page).href });
  });
});

describe('the options, without the embedded chain', () => {
  afterEach(() => vi.unstubAllEnvs());

  const options = async (settings: Readonly<Record<string, string>>) => {
    vi.resetModules();
    for (const [name, value] of Object.entries({ PUBLIC_DEVELOPMENT_WALLET: '', ...settings })) vi.stubEnv(name, value);
    return (await import('../../../../src/lib/chain/wallets/wallet-options.ts')).walletOptions;
  };

  it('are in the fixed order', async () => {
    const names = (await options({ PUBLIC_OWN_WALLET_URL: 'https://wallet.example' })).map(({ name }) => name);
    expect(names).toEqual(['JuFi Wallet', 'MetaMask', 'TP Wallet', 'OKX Wallet', 'Connect', 'Other']);
  });

  it('omit JuFi Wallet where it isn’t available', async () => {
    expect((await options({})).map(({ id }) => id)).toEqual(['METAMASK', 'TOKENPOCKET', 'OKX', 'CONNECT', 'OTHER']);
  });

  it('give JuFi Wallet its download page, and its link', async () => {
    const [own] = await options({ PUBLIC_OWN_WALLET_URL: 'https://wallet.example', PUBLIC_OWN_WALLET_LINK: 'jufi://open?url={url}' });
    expect(own).toMatchObject({ id: 'OWN', downloadUrl: 'https://wallet.example' });
    expect(own?.deepLink?.('https://jufi.example/a b')).toBe('jufi://open?url=https%3A%2F%2Fjufi.example%2Fa%20b');
  });
});

describe('the link that pairs a wallet’s app', () => {
  it('carries the whole text of the code', () => {
    const uri = 'wc:0a@2?relay-protocol=irn&symKey=1b';
    const links = pairLinks(uri).map(({ href }) => href);
    expect(links.length).toBeGreaterThan(6);
    for (const link of links) expect(new URL(link).searchParams.get('uri')).toBe(uri);
  });
});
