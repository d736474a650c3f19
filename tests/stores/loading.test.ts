import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { $loading, cancelLoading, clearLoading, startLoading } from '../../src/stores/loading.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  clearLoading();
  vi.useRealTimers();
});

describe('the loading overlay', () => {
  it('appears if something takes longer than a moment', () => {
    const stop = startLoading({ label: 'Opening' });
    vi.advanceTimersByTime(99);
    expect($loading.get().isShown).toBe(false);
    vi.advanceTimersByTime(1);
    expect($loading.get()).toMatchObject({ isShown: true, isCancellable: false });
    stop();
    expect($loading.get()).toEqual({ tasks: [], isShown: false, isCancellable: false });
  });

  it('doesn’t flash for quick tasks', () => {
    const stop = startLoading({ label: 'Opening' });
    vi.advanceTimersByTime(50);
    stop();
    vi.advanceTimersByTime(1_000);
    expect($loading.get().isShown).toBe(false);
  });

  it('stays while anything is pending, and stopping twice is harmless', () => {
    const stopFirst = startLoading({ label: 'First' });
    const stopSecond = startLoading({ label: 'Second' });
    vi.advanceTimersByTime(200);
    stopFirst();
    stopFirst();
    expect($loading.get()).toMatchObject({ isShown: true, tasks: [{ label: 'Second' }] });
    stopSecond();
    expect($loading.get().isShown).toBe(false);
  });

  it('offers to cancel after 15 s, which cancels every action', () => {
    const first = vi.fn();
    const second = vi.fn();
    startLoading({ label: 'First', cancel: first });
    vi.advanceTimersByTime(14_999);
    startLoading({ label: 'Second', cancel: second });
    expect($loading.get().isCancellable).toBe(false);
    vi.advanceTimersByTime(1);
    expect($loading.get().isCancellable).toBe(true);
    cancelLoading();
    expect($loading.get().tasks).toEqual([]);
    expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });
});
