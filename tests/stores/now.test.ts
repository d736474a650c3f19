// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createNow } from '../../src/stores/now.ts';

const START_MS = Date.UTC(2026, 10, 21, 15, 30);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('updates the time every second while something subscribes and the page is visible', () => {
  let nowMs = START_MS;
  const $now = createNow(() => new Date(nowMs));
  const told: number[] = [];
  const stop = $now.subscribe((ms) => told.push(ms));
  const pass = (ms: number): void => {
    nowMs += ms;
    vi.advanceTimersByTime(ms);
  };
  pass(1_000);
  pass(1_000);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  pass(5_000);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(told).toEqual([START_MS, START_MS + 1_000, START_MS + 2_000, START_MS + 7_000]);
  stop();
  pass(3_000);
  expect(vi.getTimerCount()).toBe(0);
});
