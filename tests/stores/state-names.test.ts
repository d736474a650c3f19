// @vitest-environment happy-dom
import type { ReadableAtom } from 'nanostores';
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import type { Announcement } from '../../src/lib/api/contract/dashboard.ts';
import type { TreasuryPurchase } from '../../src/lib/treasury/price-purchase.ts';
import type { InsuranceRow } from '../../src/lib/insurance/live-refund.ts';
import type { StakingPosition, TurboCharge } from '../../src/lib/staking/choose-tier.ts';
import * as dashboard from '../../src/stores/dashboard.ts';
import * as insurance from '../../src/stores/insurance.ts';
import type { ServerState } from '../../src/stores/server-state.ts';
import { $token } from '../../src/stores/session.ts';
import * as stakingLists from '../../src/stores/staking-lists.ts';
import * as staking from '../../src/stores/staking.ts';
import * as swap from '../../src/stores/swap.ts';
import * as treasuryHistory from '../../src/stores/treasury.ts';
import * as treasury from '../../src/stores/treasury.ts';
import * as wallet from '../../src/stores/wallet.ts';

type Held<Store> = Store extends ReadableAtom<infer State> ? (State extends ServerState<infer Data> ? NonNullable<Data> : never) : never;

/** The required names of the state, by area. */
const NAMES = {
  dashboard: [dashboard, ['dashboard', 'announcementList']],
  staking: [{ ...staking, ...stakingLists }, ['stakingList', 'currentStaking', 'tierList', 'periodList', 'turboChargeInfo', 'turboList']],
  treasury: [{ ...treasury, ...treasuryHistory }, ['treasuryList', 'jufPrice', 'maxMintingCap', 'treasuryHistoryList']],
  swap: [{ ...swap, ...insurance }, ['swapFee', 'deadline', 'swapPair', 'isActivePairing', 'tokenList', 'insuranceList']],
  wallet: [wallet, ['walletBalance']],
} as const;

describe.each(Object.entries(NAMES))('the state of %s', (_area, [stores, names]) => {
  it.each(names)('has %s', (name) => {
    const store: unknown = Reflect.get(stores, `$${name}`);
    expect(store).toMatchObject({ get: expect.any(Function) as unknown, listen: expect.any(Function) as unknown });
  });
});

describe('a list', () => {
  let stops: (() => void)[] = [];
  const EMPTY: Readonly<Record<string, object>> = {
    '/staking/stakingList': { stakingList: { content: [], totalPages: 0, totalElements: 0 } },
    '/staking/turboChargeList': { list: { content: [], totalElements: 0 } },
    '/sales/purchaseTreasuryHistory': { list: { content: [], totalPages: 0, totalElements: 0 } },
    '/sales/cancelInsurance/list': { content: [], totalElements: 0 },
    '/dashboard/announcementList': { announcementList: [], totalPages: 0, totalElements: 0 },
  };

  beforeEach(() => {
    localStorage.setItem('AUTH_TOKEN', 'a'.repeat(43));
    $token.set('a'.repeat(43));
    vi.stubGlobal('fetch', (url: string | URL) => {
      const path = new URL(url).pathname.replace(/^\/api/, '');
      return Promise.resolve(Response.json({ code: 0, message: 'ok', data: EMPTY[path], requestId: 'r' }));
    });
  });
  afterEach(() => {
    stops.forEach((stop) => stop());
    stops = [];
    vi.unstubAllGlobals();
  });

  it.each([
    ['stakingList', staking.$stakingList, ['content', 'totalPages']],
    ['turboList', stakingLists.$turboList, ['content', 'totalElements']],
    ['treasuryHistoryList', treasuryHistory.$treasuryHistoryList, ['content', 'totalPages']],
    ['insuranceList', insurance.$insuranceList, ['content', 'totalElements']],
  ] as const)('%s has the required fields', async (_name, $store, fields) => {
    stops.push(($store as ReadableAtom<ServerState<object>>).listen(() => undefined));
    await vi.waitFor(() => expect($store.get().data).toBeDefined());
    for (const field of fields) expect($store.get().data).toHaveProperty(field, field === 'content' ? [] : 0);
  });

  it('of announcements is the list itself', async () => {
    stops.push(dashboard.$announcementList.listen(() => undefined));
    await vi.waitFor(() => expect(dashboard.$announcementList.get().data).toEqual([]));
  });

  it('holds what its fields are named after', () => {
    expectTypeOf<Held<typeof staking.$stakingList>>().toExtend<{ content: readonly StakingPosition[]; totalPages: number }>();
    expectTypeOf<Held<typeof stakingLists.$turboList>>().toExtend<{ content: readonly TurboCharge[]; totalElements: number }>();
    expectTypeOf<Held<typeof treasuryHistory.$treasuryHistoryList>>().toExtend<{
      content: readonly TreasuryPurchase[];
      totalPages: number;
    }>();
    expectTypeOf<Held<typeof insurance.$insuranceList>>().toExtend<{ content: readonly InsuranceRow[]; totalElements: number }>();
    expectTypeOf<Held<typeof dashboard.$announcementList>>().toExtend<readonly Announcement[]>();
    expectTypeOf(swap.$swapFee.get()).toBeNumber();
    expectTypeOf(swap.$deadline.get()).toBeNumber();
    expectTypeOf(wallet.$walletBalance.get()).toExtend<Partial<Record<wallet.WalletType, wallet.WalletBalance>>>();
  });
});

describe('the defaults of the swap', () => {
  it('are a fee of 50 and the current time in seconds', () => {
    expect(swap.$swapFee.get()).toBe(50);
    expect(Math.abs(swap.$deadline.get() - Date.now() / 1_000)).toBeLessThan(60);
    expect(Number.isInteger(swap.$deadline.get())).toBe(true);
  });
});
