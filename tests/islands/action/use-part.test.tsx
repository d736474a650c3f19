// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { usePart } from '../../../src/islands/action/use-part.ts';
import { definePart, PART_MISSING, type Part } from '../../../src/lib/visit/define-part.ts';

type Wanted = Parameters<typeof usePart>[1];

const fetchPart = vi.fn<() => Promise<{ text: string }>>();
const onMissing = vi.fn();
let part: Part<{ text: string }>;
let root: Root;
let shown: { text: string } | null;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.createElement('div'));
  fetchPart.mockReset();
  onMissing.mockReset();
  part = definePart(fetchPart);
  addEventListener(PART_MISSING, onMissing);
});
afterEach(() => {
  act(() => {
    root.unmount();
  });
  removeEventListener(PART_MISSING, onMissing);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function Probe({ wanted }: { wanted: Wanted }): null {
  shown = usePart(part, wanted);
  return null;
}

/** Renders and lets all tries pass. */
const show = async (wanted: Wanted): Promise<void> => {
  act(() => {
    root.render(<Probe wanted={wanted} />);
  });
  await act(() => vi.advanceTimersByTimeAsync(5_000));
};

describe('a part of an island', () => {
  it('is loaded once, and only when wanted', async () => {
    fetchPart.mockResolvedValue({ text: 'here' });
    await show('not yet');
    expect(fetchPart).not.toHaveBeenCalled();
    await show('soon');
    await show('now');
    await show('soon');
    expect(fetchPart).toHaveBeenCalledTimes(1);
    expect(shown).toEqual({ text: 'here' });
  });

  it('is reported missing only once it is needed', async () => {
    fetchPart.mockRejectedValue(new Error('gone'));
    await show('soon');
    expect(onMissing).not.toHaveBeenCalled();
    await show('now');
    expect(onMissing).toHaveBeenCalled();
    expect(shown).toBeNull();
  });

  it('is shown once it comes after all', async () => {
    fetchPart.mockRejectedValue(new Error('offline'));
    await show('now');
    fetchPart.mockResolvedValue({ text: 'here' });
    await act(async () => {
      dispatchEvent(new Event('online'));
      await vi.advanceTimersByTimeAsync(0);
    });
    expect(shown).toEqual({ text: 'here' });
  });

  it('isn’t asked for again once it isn’t needed', async () => {
    fetchPart.mockRejectedValue(new Error('gone'));
    await show('now');
    await show('not yet');
    const asked = fetchPart.mock.calls.length;
    dispatchEvent(new Event('pointerdown'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(fetchPart).toHaveBeenCalledTimes(asked);
  });
});
