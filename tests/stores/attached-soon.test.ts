import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rememberedWallet } from '../../src/lib/chain/wallets/find-wallet.ts';
import { walletConnectId } from '../../src/lib/chain/wallets/wallet-options.ts';
import { attachedSoon } from '../../src/stores/attached-soon.ts';
import { $walletChain } from '../../src/stores/wallet-chain.ts';

const provider = { request: () => Promise.reject(new Error('unused')), on: () => undefined, removeListener: () => undefined };

beforeEach(() => {
  vi.useFakeTimers();
  $walletChain.set({ status: 'UNKNOWN' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function remember(id: string | null): void {
  vi.spyOn(rememberedWallet, 'get').mockReturnValue(id);
}

it('waits for the remembered wallet', async () => {
  remember('io.metamask');
  const soon = attachedSoon();
  await vi.advanceTimersByTimeAsync(2_900);
  $walletChain.set({ status: 'RIGHT', provider });
  await expect(soon).resolves.toBe(true);
});

it('gives up after three seconds on a wallet that stays silent', async () => {
  remember('io.metamask');
  const soon = attachedSoon();
  await vi.advanceTimersByTimeAsync(3_000);
  await expect(soon).resolves.toBe(false);
});

it.each([null, walletConnectId])('doesn’t wait if %s is remembered', async (id) => {
  remember(id);
  await expect(attachedSoon()).resolves.toBe(false);
});

it('doesn’t wait for one that is attached', async () => {
  remember('io.metamask');
  $walletChain.set({ status: 'RIGHT', provider });
  await expect(attachedSoon()).resolves.toBe(true);
});
