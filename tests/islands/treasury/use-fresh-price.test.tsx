// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import treasury from '../../../public/locales/en/treasury.json' with { type: 'json' };
import { PriceNotice, useFreshPrice } from '../../../src/islands/treasury/PriceNotice.tsx';
import type { CallDefinition } from '../../../src/lib/api/contract/define-call.ts';
import { closeModal, openModal } from '../../../src/stores/modals.ts';
import { $treasury } from '../../../src/stores/treasury.ts';
import { useServerState } from '../../../src/islands/state/use-server-state.ts';
import { Island } from '../Island.tsx';

const callApi = vi.hoisted(() => vi.fn<(definition: CallDefinition) => Promise<unknown>>());
vi.mock('../../../src/stores/api.ts', () => ({ callApi }));
// The stores look for a session as they are loaded.
await vi.hoisted(async () => {
  const { member } = await import('../../shell/member.ts');
  localStorage.setItem('AUTH_TOKEN', 'a'.repeat(43));
  localStorage.setItem('AUTH_USER', JSON.stringify(member('mira_holt')));
});

const NOW = new Date('2026-11-21T15:30:00.000Z');
const PRICE18 = 426_000_000_000_000_000n;

/** The price as the purchase dialog shows it. */
function Notice() {
  const answer = useServerState($treasury).data;
  const { seen, agree } = useFreshPrice(answer ? PRICE18 : null, answer?.jufPriceAt ?? null);
  return (
    <>
      {seen && (
        <Island locale="en" texts={{ treasury }}>
          <PriceNotice seen={seen} priceAt={answer?.jufPriceAt ?? ''} isOld={false} juf={null} agree={agree} />
        </Island>
      )}
    </>
  );
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  callApi.mockImplementation(() => Promise.resolve({ list: [], jufPrice: PRICE18, jufPriceAt: new Date().toISOString() }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = async (seconds: number): Promise<void> => {
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
};
const readings = (): number => callApi.mock.calls.filter(([{ path }]) => path === '/sales/treasuryList').length;

it('reads the price as often as the dialog says, with the time of the newest reading, and stops once the dialog is closed', async () => {
  const place = document.createElement('div');
  const root = createRoot(place);
  act(() => {
    root.render(<Notice />);
  });
  await pass(1);
  act(() => {
    openModal('treasury-purchase');
  });
  await pass(1);
  const seconds = Number(/every (\d+)\sseconds/.exec(place.textContent)?.[1]);
  expect(seconds).toBeGreaterThan(0);
  const before = readings();
  for (let times = 1; times <= 4; times += 1) {
    await pass(seconds);
    expect(readings()).toBe(before + times);
  }
  expect(place.textContent).toContain(`Price as of 15:31:01\u00a0UTC.`);
  act(() => {
    closeModal('treasury-purchase');
  });
  await pass(10 * seconds);
  expect(readings()).toBe(before + 4);
  act(() => {
    root.unmount();
  });
});
