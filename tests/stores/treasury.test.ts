// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fromDecimalString } from '../../src/lib/amount.ts';
import type { CallDefinition } from '../../src/lib/api/contract/define-call.ts';
import { member } from '../shell/member.ts';

type Call = (definition: CallDefinition, input: Record<string, unknown>, options?: { idempotencyKey: string }) => Promise<unknown>;
const callApi = vi.hoisted(() => vi.fn<Call>());
vi.mock('../../src/stores/api.ts', () => ({ callApi }));

const NOW = new Date('2026-11-21T15:30:00.000Z');
const ID = '019aa000-0000-7000-8000-000000000000';
const PRICE = fromDecimalString('0.4182');
const CAP = fromDecimalString('21000000');
const order = {
  ...{ treasuryId: ID, name: 'Growth', insured: true },
  ...{ amount: fromDecimalString('500'), marketPrice: PRICE, maxPrice: fromDecimalString('0.42') },
};

function purchases(count: number): { id: string; status: string }[] {
  return Array.from({ length: count }, (_, index) => ({ id: `${index}`, status: 'VESTING' }));
}

/** Responds like a provider whose member has this many purchases. */
function answerWith(owned: number): void {
  callApi.mockImplementation(({ path }, { page, size }) => {
    if (path === '/sales/treasuryList') {
      return Promise.resolve({ list: [{ id: ID }], jufPrice: PRICE, jufPriceAt: NOW.toISOString(), maxMintingCap: CAP });
    }
    const [number, rows] = [Number(page), Number(size)];
    const content = purchases(owned).slice((number - 1) * rows, number * rows);
    return Promise.resolve({ list: { content, totalPages: Math.ceil(owned / rows) } });
  });
}

/** The stores of a member's page. */
async function openStores() {
  vi.resetModules();
  localStorage.clear();
  localStorage.setItem('AUTH_TOKEN', 'a'.repeat(43));
  localStorage.setItem('AUTH_USER', JSON.stringify(member('mira_holt')));
  return { ...(await import('../../src/stores/treasury.ts')), ...(await import('../../src/stores/treasury.ts')) };
}

beforeEach(() => {
  // The test environment has none.
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (_: string, act: () => unknown) => Promise.resolve(act()) },
  });
  callApi.mockReset();
});

describe('the treasury’s state', () => {
  it('holds packages, price and cap from one response, and treasuryHistoryList in pages', async () => {
    answerWith(25);
    const { $treasury, $treasuryHistoryList, $historyPage } = await openStores();
    for (const $store of [$treasury, $treasuryHistoryList]) $store.listen(() => undefined);
    await vi.waitFor(() => expect($treasury.get().data).toMatchObject({ list: [{ id: ID }], jufPrice: PRICE, maxMintingCap: CAP }));
    await vi.waitFor(() => expect($treasuryHistoryList.get().data).toMatchObject({ totalPages: 3, content: { length: 10 } }));
    expect(callApi.mock.calls.filter(([{ path }]) => path === '/sales/treasuryList')).toHaveLength(1);
    $historyPage.set(3);
    await vi.waitFor(() => expect($treasuryHistoryList.get().data).toMatchObject({ totalPages: 3, content: { length: 5 } }));
  });

  it.each([
    { owned: 0, read: 0, isWhole: true, calls: 1 },
    { owned: 250, read: 250, isWhole: true, calls: 3 },
    { owned: 501, read: 500, isWhole: false, calls: 5 },
  ])('with $owned purchases holds $read', async ({ owned, read, isWhole, calls }) => {
    answerWith(owned);
    const { $allPurchases } = await openStores();
    $allPurchases.listen(() => undefined);
    await vi.waitFor(() => expect($allPurchases.get().data).toMatchObject({ isWhole, content: { length: read } }));
    expect(callApi).toHaveBeenCalledTimes(calls);
  });
});

describe('a purchase', () => {
  it('sends what was reviewed, once, and refreshes price, purchases and balance', async () => {
    answerWith(1);
    const { purchaseAction, $treasury, $allPurchases } = await openStores();
    purchaseAction.$state.listen(() => undefined);
    $treasury.listen(() => undefined);
    $allPurchases.listen(() => undefined);
    await vi.waitFor(() => expect($allPurchases.get().data).toBeDefined());
    callApi.mockClear();
    purchaseAction.review(order);
    await Promise.all([purchaseAction.confirm(), purchaseAction.confirm()]);
    const sent = callApi.mock.calls.filter(([{ method }]) => method === 'POST');
    expect(sent.map(([{ path }, body]) => [path, body])).toEqual([
      ['/sales/purchaseTreasury', { treasuryId: ID, amount: '500', maxPrice: '0.42', insured: true }],
    ]);
    expect(sent[0]?.[2]?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    expect(purchaseAction.$state.get().step).toBe('done');
    await vi.waitFor(() =>
      expect(new Set(callApi.mock.calls.map(([{ path }]) => path))).toEqual(
        new Set(['/sales/purchaseTreasury', '/sales/treasuryList', '/sales/purchaseTreasuryHistory']),
      ),
    );
  });

  it('that is refused gives the reason, and can be started again', async () => {
    const { purchaseAction } = await openStores();
    purchaseAction.$state.listen(() => undefined);
    // The class known to these stores, which were loaded again.
    const { ApiError } = await import('../../src/lib/api/api-error.ts');
    const answer = {
      code: 'PRICE_MOVED',
      status: 422,
      detail: { price: '0.43' },
      requestId: 'r1',
      retryAfterSeconds: undefined,
      body: null,
    };
    callApi.mockRejectedValue(new ApiError('The price has moved.', { ...answer, code: 'PRICE_MOVED' }));
    purchaseAction.review(order);
    await purchaseAction.confirm();
    expect(purchaseAction.$state.get()).toMatchObject({ step: 'refused', refusal: { code: 'PRICE_MOVED', detail: { price: '0.43' } } });
    purchaseAction.change();
    expect(purchaseAction.$state.get().step).toBe('idle');
  });
});

it('a claim names its purchase, or none to claim all', async () => {
  callApi.mockResolvedValue({});
  await openStores();
  const { claimAction } = await import('../../src/stores/vesting-claim.ts');
  claimAction.$state.listen(() => undefined);
  for (const purchase of [{ id: ID, name: 'Seed', createdAt: NOW.toISOString(), insured: false }, null]) {
    claimAction.review({ purchase });
    await claimAction.confirm();
    claimAction.dismiss();
  }
  expect(callApi.mock.calls.map(([{ path }, body]) => [path, body])).toEqual([
    ['/staking/claimJuf', { purchaseId: ID }],
    ['/staking/claimJuf', {}],
  ]);
});
