// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import type { CallDefinition } from '../../src/lib/api/contract/define-call.ts';
import { member } from '../shell/member.ts';

const callApi = vi.hoisted(() => vi.fn<(definition: CallDefinition) => Promise<unknown>>());
vi.mock('../../src/stores/api.ts', () => ({ callApi }));
vi.mock('../../src/stores/sign-order.ts', () => ({ signTransferOrder: () => Promise.resolve({}) }));

const ID = '019aa000-0000-7000-8000-000000000000';
const payout = { id: ID, walletType: 'USDT', amount: '50' };
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
  ['a payout', 'PAYOUT', [{ id: ID, walletType: 'USDT', amount: '50' }]],
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
