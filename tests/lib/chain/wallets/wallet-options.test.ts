import { describe, expect, it } from 'vitest';
import { matchWallets } from '../../../../src/lib/chain/wallets/match-wallets.ts';
import { recommendedWallets, walletOptions } from '../../../../src/lib/chain/wallets/wallet-options.ts';
import { ScriptedWallet } from './scripted-wallet.ts';

const page = 'https://jufi.example/zh?referralCode=a b&x=1#top';

function deepLink(name: string): string {
  const link = [...walletOptions, ...recommendedWallets].find((option) => option.name === name)?.deepLink?.(new URL(page).href);
  if (!link) throw new Error(`${name} has no link`);
  return link;
}

describe('what the sign-in offers', () => {
  it('names six options in the order of the specification', () => {
    expect(walletOptions.map(({ name }) => name)).toEqual(['JuFi Wallet', 'MetaMask', 'TP Wallet', 'OKX Wallet', 'Connect', 'Other']);
  });

  it('recommends nine wallets, each with its download page', () => {
    expect(recommendedWallets).toHaveLength(9);
    for (const { downloadUrl } of recommendedWallets) expect(new URL(downloadUrl).protocol).toBe('https:');
  });

  it('gives a known wallet its own place, another one to the others, and recommends none twice', () => {
    const found = ['io.metamask', 'io.rabby', 'org.unheard.of'].map((id) => ({ id, name: id, provider: new ScriptedWallet() }));
    const { options, others, recommended } = matchWallets(found);
    expect(options.filter(({ wallet }) => wallet).map(({ option }) => option.id)).toEqual(['METAMASK']);
    expect(others.map(({ id }) => id)).toEqual(['io.rabby', 'org.unheard.of']);
    expect(recommended.map(({ name }) => name)).not.toContain('Rabby Wallet');
  });
});

describe('the link into a wallet’s app carries the whole address', () => {
  it('MetaMask: as it is, without the scheme', () => {
    expect(deepLink('MetaMask')).toBe('https://link.metamask.io/dapp/jufi.example/zh?referralCode=a%20b&x=1#top');
  });

  it.each([
    ['Trust Wallet', 'url'],
    ['Coinbase Wallet', 'cb_url'],
    ['imToken', 'url'],
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

  it('Phantom: in the path, with the origin it comes from', () => {
    const link = new URL(deepLink('Phantom'));
    expect(decodeURIComponent(link.pathname.replace('/ul/browse/', ''))).toBe(new URL(page).href);
    expect(link.searchParams.get('ref')).toBe('https://jufi.example');
  });
});
