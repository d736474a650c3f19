// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fromDecimalString } from '../../src/lib/amount.ts';
import type { CallDefinition } from '../../src/lib/api/contract/define-call.ts';
import { member } from '../shell/member.ts';

type Call = (definition: CallDefinition, input: Record<string, unknown>) => Promise<unknown>;
const callApi = vi.hoisted(() => vi.fn<Call>());
const signOrder = vi.hoisted(() => vi.fn<(order: object, maxDeadlineSeconds: number) => Promise<object>>());
vi.mock('../../src/stores/api.ts', () => ({ callApi }));
vi.mock('../../src/stores/sign-order.ts', () => ({ signOrder }));

const INTENT = { maxTotal: '60', nonce: `0x${'00'.repeat(32)}`, deadline: 1, signature: '0x00' };
const signs = { order: 'Buy 6000 points', token: 'USDT', item: '', maxTotal: fromDecimalString('60') } as const;
const order = { points: 6_000, terms: 1, signs };

/** A provider with so much left for the session alone, or one that refuses with that. */
function answer(left: string | null, refuses = false): void {
  callApi.mockReset().mockImplementation(async ({ path }, body) => {
    // The class known to these stores, which are loaded anew with each test.
    const { ApiError } = await import('../../src/lib/api/api-error.ts');
    const refusal = { detail: undefined, requestId: 'r', retryAfterSeconds: undefined, body: null };
    if (path === '/wallet/orderTerms') {
      if (left === 'nothing said') throw new ApiError('', { ...refusal, code: 'NOT_FOUND', status: 404 });
      return {
        limitUsd: '100',
        left: { JU: 0n, JUF: null, USDT: left === null ? null : fromDecimalString(left) },
        intent: { maxDeadlineSeconds: 300 },
      };
    }
    if (!refuses || 'intent' in body) return { score: 1 };
    const detail = { walletType: 'USDT', left: '59', limitUsd: '100', maxDeadlineSeconds: 120 };
    throw new ApiError('', { ...refusal, code: 'INTENT_REQUIRED', status: 422, detail });
  });
}

// What a store was asking for is put away after its answer, and may be asked for anew then.
afterEach(async () => {
  for (let asked = -1; asked !== callApi.mock.calls.length;) {
    asked = callApi.mock.calls.length;
    await Promise.allSettled(callApi.mock.results.map((result): unknown => result.value));
    await new Promise((resolve) => setTimeout(resolve));
  }
});

async function open() {
  const { buyPointsAction } = await import('../../src/stores/profile-score.ts');
  const { $isAsked, $unsignedLimit } = await import('../../src/stores/order-action.ts');
  buyPointsAction.$state.listen(() => undefined);
  $isAsked.listen(() => undefined);
  await vi.waitFor(() => expect(callApi).toHaveBeenCalled());
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  return { buyPointsAction, $isAsked, $unsignedLimit };
}

const sent = () => callApi.mock.calls.filter(([{ path }]) => path === '/sales/juScore/purchase').map(([, body]) => body);

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  localStorage.setItem('AUTH_TOKEN', 'a'.repeat(43));
  localStorage.setItem('AUTH_USER', JSON.stringify(member('mira_holt')));
  // The test environment has none.
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (_: string, act: () => unknown) => Promise.resolve(act()) },
  });
  signOrder.mockReset().mockResolvedValue(INTENT);
});

it.each([
  ['as much as is left', '60', false],
  ['more than is left', '59.999999', true],
  ['anything without a reliable price', null, true],
  ['anything, with a provider that doesn’t say', 'nothing said', false],
] as const)('an order of %s (%s) asks the wallet: %s', async (_, left, asks) => {
  answer(left);
  const { buyPointsAction, $isAsked } = await open();
  await vi.waitFor(() => expect($isAsked.get()(signs)).toBe(asks));
  buyPointsAction.review(order);
  await buyPointsAction.confirm();
  expect(sent()).toEqual([{ points: 6_000, terms: 1, ...(asks && { intent: INTENT }) }]);
  expect(signOrder.mock.calls).toEqual(asks ? [[signs, 300]] : []);
});

it.each(['1000', 'nothing said'] as const)(
  'a refusal alone is enough to ask for the wallet, whatever was known before (%s)',
  async (left) => {
    answer(left, true);
    const { buyPointsAction, $isAsked, $unsignedLimit } = await open();
    buyPointsAction.review(order);
    await buyPointsAction.confirm();
    expect(buyPointsAction.$state.get()).toMatchObject({ step: 'reviewing', problem: { kind: 'unsigned' } });
    expect($isAsked.get()(signs)).toBe(true);
    expect($unsignedLimit.get()).toBe(fromDecimalString('100'));
    await buyPointsAction.confirm();
    expect(signOrder).toHaveBeenCalledWith(signs, 120);
    expect(sent()).toEqual([
      { points: 6_000, terms: 1 },
      { points: 6_000, terms: 1, intent: INTENT },
    ]);
  },
);
