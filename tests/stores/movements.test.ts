// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import type { CallDefinition } from '../../src/lib/api/contract/define-call.ts';
import { member } from '../shell/member.ts';

const confirmationsOf = vi.hoisted(() => vi.fn<(hash: string) => Promise<number | 'failed' | undefined>>());
vi.mock('../../src/stores/transactions.ts', () => ({ confirmationsOf }));
const callApi = vi.hoisted(() => vi.fn<(definition: CallDefinition) => Promise<unknown>>());
vi.mock('../../src/stores/api.ts', () => ({ callApi }));
vi.mock('../../src/stores/sign-order.ts', () => ({ signTransferOrder: () => Promise.resolve({}) }));

const ID = '019aa000-0000-7000-8000-000000000000';
const payout = { id: ID, walletType: 'USDT', amount: 50n };
const recipient = { id: ID, uid: 'k7wq2m9x', username: 'mira_holt', address: `0x${'1'.repeat(40)}` } as const;
const order = { destination: 'CHAIN', walletType: 'USDT', amount: 50n, fee: 1n, remark: '', recipient } as const;

beforeEach(() => {
  // The test environment has none.
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (_: string, act: () => unknown) => Promise.resolve(act()) },
  });
  vi.resetModules();
  localStorage.clear();
});

it.each([
  ['a payout', 'PAYOUT', [{ id: ID, walletType: 'USDT', amount: 50n }]],
  ['no transfer to a member', 'TRANSFER', []],
])('follows %s that was requested before what follows it was loaded', async (_, kind, expected) => {
  callApi.mockResolvedValue({ transaction: { ...payout, kind } });
  const { adoptSession } = await import('../../src/stores/session.ts');
  adoptSession({ token: 'secret', user: member('mira_holt'), origin: 'https://jufi.test' });
  const { transferAction } = await import('../../src/stores/transfer.ts');
  transferAction.$state.listen(() => undefined);
  transferAction.review(order);
  await transferAction.confirm();
  const { $followedPayouts } = await import('../../src/stores/movements.ts');
  $followedPayouts.listen(() => undefined);
  expect($followedPayouts.get()).toMatchObject(expected);
});

it('shows the blocks of payouts as the follower reads them, and what it read before where the node knows nothing or is silent', async () => {
  const { $onChain, refreshMovements } = await import('../../src/stores/movements.ts');
  const [paid, failed, unknown] = [`0x${'a'.repeat(64)}`, `0x${'b'.repeat(64)}`, `0x${'c'.repeat(64)}`] as const;
  $onChain.set({ [unknown]: 1 });
  confirmationsOf.mockImplementation((hash) => Promise.resolve(hash === paid ? 2 : hash === failed ? 'failed' : undefined));
  await refreshMovements([paid, failed, unknown]);
  expect($onChain.get()).toEqual({ [paid]: 2, [failed]: 'failed', [unknown]: 1 });
  confirmationsOf.mockRejectedValue(new Error('silent'));
  await refreshMovements([paid]);
  expect($onChain.get()).toMatchObject({ [paid]: 2 });
});
