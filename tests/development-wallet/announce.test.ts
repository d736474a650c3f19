// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { announceDevelopmentWallet } from '../../src/development-wallet/announce.ts';
import { discoverWallets } from '../../src/lib/chain/wallets/discover-wallets.ts';

it('announces the same wallet at once and on each request', () => {
  const early = discoverWallets();
  announceDevelopmentWallet(window);
  const late = discoverWallets();
  const [wallet] = early.wallets();
  expect(wallet).toMatchObject({ id: 'org.jufi.development', name: 'JuFi Wallet' });
  expect(wallet?.icon).toMatch(/^data:image\/svg\+xml/);
  expect(late.wallets()).toEqual([wallet]);
  expect(late.wallets()[0]?.provider).toBe(wallet?.provider);
  early.stop();
  late.stop();
});
