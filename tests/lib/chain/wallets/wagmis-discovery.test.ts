// @vitest-environment happy-dom
import { createConfig, http } from '@wagmi/core';
import { mainnet } from 'viem/chains';
import { afterEach, expect, it } from 'vitest';
import { discoverWallets } from '../../../../src/lib/chain/wallets/discover-wallets.ts';
import { ScriptedWallet } from './scripted-wallet.ts';

/** Why wallets aren't discovered by wagmi: what fails here can be left to it. */
const DISCOVERED_BY_BOTH = { uuid: '1', name: 'MetaMask', rdns: 'io.metamask', icon: 'data:image/svg+xml,<svg/>' };

function announce(detail: unknown): void {
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
}

/** The names of wallets that wagmi and JuFi know after this. */
function namesKnown(arrive: () => void): { wagmi: string[]; jufi: string[] } {
  const config = createConfig({ storage: null, chains: [mainnet], transports: { [mainnet.id]: http() } });
  const discovery = discoverWallets();
  try {
    announce({ info: DISCOVERED_BY_BOTH, provider: new ScriptedWallet() });
    arrive();
    return { wagmi: config.connectors.map(({ name }) => name), jufi: discovery.wallets().map(({ name }) => name) };
  } finally {
    discovery.stop();
    config._internal.mipd?.destroy();
  }
}

afterEach(() => void Reflect.deleteProperty(window, 'tokenpocket'));

it.each([
  [
    'misses what stands only under its global',
    () => Reflect.set(window, 'tokenpocket', { ethereum: new ScriptedWallet() }),
    { wagmi: ['MetaMask'], jufi: ['MetaMask', 'TP Wallet'] },
  ],
  [
    'lists a wallet twice that another passes for with capitals',
    () => announce({ info: { ...DISCOVERED_BY_BOTH, uuid: '2', rdns: 'IO.MetaMask' }, provider: new ScriptedWallet() }),
    { wagmi: ['MetaMask', 'MetaMask'], jufi: ['MetaMask'] },
  ],
  [
    'shows a name that turns itself around',
    () => announce({ info: { ...DISCOVERED_BY_BOTH, uuid: '2', rdns: 'x', name: '\u202eksaM' }, provider: new ScriptedWallet() }),
    { wagmi: ['MetaMask', '\u202eksaM'], jufi: ['MetaMask', 'ksaM'] },
  ],
  [
    'offers what can’t be asked',
    () => announce({ info: { ...DISCOVERED_BY_BOTH, uuid: '2', rdns: 'x' }, provider: {} }),
    { wagmi: ['MetaMask', 'MetaMask'], jufi: ['MetaMask'] },
  ],
])('wagmi’s own discovery %s', (_what, arrive, expected) => {
  expect(namesKnown(arrive)).toEqual(expected);
});
