// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';

const callApi = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock('../../src/stores/api.ts', () => ({ callApi }));

beforeEach(() => {
  vi.resetModules();
});

it.each([
  ['a limit', { orders: { unsignedUsd: '100' } }, '100'],
  ['none, where each order is signed', { orders: { unsignedUsd: '0' } }, null],
  ['none, where the provider doesn’t say', {}, null],
])('a session has %s', async (_, terms, limit) => {
  callApi.mockReset().mockResolvedValue(terms);
  const { $unsignedUsd } = await import('../../src/stores/service-terms.ts');
  $unsignedUsd.listen(() => undefined);
  await vi.waitFor(() => expect($unsignedUsd.get().data).toBe(limit));
});
