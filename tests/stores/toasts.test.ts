// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeKeptToasts } from '../../src/lib/session/kept-toasts.ts';
import { $toasts, dismissToast, pauseToast, resumeToast, setLeaving, showToast } from '../../src/stores/toasts.ts';

const shown = (): string[] =>
  $toasts
    .get()
    .map(({ content }) => (content.kind === 'success' ? content.message : content.kind === 'error' ? content.detail : content.text));

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  setLeaving(false);
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

  it('show one error and one info at a time: a new one takes the place of the old, for its own two seconds', () => {
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

  it('stay while hovered or focused, and then last what was left', () => {
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

  it('raised while leaving show on the next page', () => {
    setLeaving(true);
    showToast({ kind: 'success', message: 'sent' });
    showToast({ kind: 'error', title: 'Oh', detail: 'no' });
    expect(takeKeptToasts()).toEqual([
      { kind: 'success', message: 'sent' },
      { kind: 'error', title: 'Oh', detail: 'no' },
    ]);
    expect(takeKeptToasts()).toEqual([]);
  });

  it('raised while leaving do not show twice when the page stays and they were read here', () => {
    setLeaving(true);
    showToast({ kind: 'success', message: 'sent' });
    vi.advanceTimersByTime(2_000);
    expect(takeKeptToasts()).toEqual([]);
  });
});
