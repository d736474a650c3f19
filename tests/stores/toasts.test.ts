// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepToast, takeKeptToasts } from '../../src/lib/session/kept-toasts.ts';
import { $toasts, dismissToast, forgetToasts, keepForNextPage, pauseToast, resumeToast, showToast } from '../../src/stores/toasts.ts';

const shown = (): string[] =>
  $toasts
    .get()
    .map(({ content }) => (content.kind === 'success' ? content.message : content.kind === 'error' ? content.detail : content.text));

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => {
  for (const { id } of $toasts.get()) dismissToast(id);
  vi.useRealTimers();
});

describe('toasts', () => {
  it('last two seconds', () => {
    showToast({ kind: 'success', message: 'done' });
    vi.advanceTimersByTime(1_999);
    expect(shown()).toEqual(['done']);
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual([]);
  });

  it('show one error and one info at a time: a new one replaces the old one, for its own two seconds', () => {
    showToast({ kind: 'error', detail: 'first' });
    vi.advanceTimersByTime(1_500);
    showToast({ kind: 'info', title: 'i', text: 'info' });
    showToast({ kind: 'error', detail: 'second' });
    expect(shown()).toEqual(['info', 'second']);
    vi.advanceTimersByTime(1_999);
    expect(shown()).toEqual(['info', 'second']);
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual([]);
  });

  it('stack successes', () => {
    showToast({ kind: 'success', message: 'one' });
    showToast({ kind: 'success', message: 'two' });
    expect(shown()).toEqual(['one', 'two']);
  });

  it('stay while hovered or focused, and then last for the remaining time', () => {
    const id = showToast({ kind: 'info', title: 't', text: 'read me' });
    vi.advanceTimersByTime(1_500);
    pauseToast(id);
    pauseToast(id);
    vi.advanceTimersByTime(60_000);
    expect(shown()).toEqual(['read me']);
    resumeToast(id);
    resumeToast(id);
    vi.advanceTimersByTime(499);
    expect(shown()).toEqual(['read me']);
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual([]);
  });

  it('raised while leaving the page are shown on the next one', () => {
    showToast({ kind: 'success', message: 'sent' });
    showToast({ kind: 'error', title: 'Oh', detail: 'no' });
    vi.advanceTimersByTime(900);
    keepForNextPage();
    keepForNextPage();
    expect(takeKeptToasts()).toEqual([
      { kind: 'success', message: 'sent' },
      { kind: 'error', title: 'Oh', detail: 'no' },
    ]);
    expect(takeKeptToasts()).toEqual([]);
  });

  it('visible for most of their time aren’t shown again', () => {
    showToast({ kind: 'success', message: 'old' });
    vi.advanceTimersByTime(1_000);
    const paused = showToast({ kind: 'success', message: 'new' });
    vi.advanceTimersByTime(100);
    pauseToast(paused);
    vi.advanceTimersByTime(60_000);
    keepForNextPage();
    expect(takeKeptToasts()).toEqual([{ kind: 'success', message: 'new' }]);
  });

  it('come before those raised for the next page only, which must be seen there', () => {
    keepToast({ kind: 'info', key: 'EXPIRED' });
    showToast({ kind: 'info', title: 't', text: 'shown here' });
    keepForNextPage();
    expect(takeKeptToasts()).toEqual([
      { kind: 'info', title: 't', text: 'shown here' },
      { kind: 'info', key: 'EXPIRED' },
    ]);
  });

  it('aren’t shown twice if the page stays and they were read, or replaced, here', () => {
    showToast({ kind: 'success', message: 'sent' });
    showToast({ kind: 'error', detail: 'first' });
    keepForNextPage();
    showToast({ kind: 'error', detail: 'second' });
    vi.advanceTimersByTime(2_000);
    expect(takeKeptToasts()).toEqual([]);
  });

  it('are gone from a page restored from the back/forward cache, and still wait for the next page', () => {
    showToast({ kind: 'success', message: 'sent' });
    keepForNextPage();
    forgetToasts();
    vi.advanceTimersByTime(2_000);
    expect(shown()).toEqual([]);
    expect(takeKeptToasts()).toEqual([{ kind: 'success', message: 'sent' }]);
  });
});
