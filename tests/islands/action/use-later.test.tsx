// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Later, useLater } from '../../../src/islands/action/use-later.ts';

type Wanted = Parameters<typeof useLater>[1];

const load = vi.fn<() => Promise<{ text: string }>>();
let root: Root;
let later: Later<{ text: string }>;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.createElement('div'));
  load.mockReset();
});
afterEach(() => {
  act(() => {
    root.unmount();
  });
  vi.unstubAllGlobals();
});

/** Makes a change and waits for its effects. */
function settle(change: () => void): Promise<void> {
  return act(() => {
    change();
    return Promise.resolve();
  });
}

function Probe({ wanted }: { wanted: Wanted }): null {
  later = useLater(load, wanted);
  return null;
}

const show = (wanted: Wanted): Promise<void> =>
  settle(() => {
    root.render(<Probe wanted={wanted} />);
  });

describe('a lazily loaded part', () => {
  it('is loaded once, and only when wanted', async () => {
    load.mockResolvedValue({ text: 'here' });
    await show('not yet');
    expect(load).not.toHaveBeenCalled();
    await show('soon');
    await show('now');
    await show('soon');
    expect(load).toHaveBeenCalledTimes(1);
    expect(later).toEqual({ module: { text: 'here' }, isMissing: false });
  });

  it('is retried when wanted if loading it ahead failed, and only then reported missing', async () => {
    load.mockRejectedValue(new Error('gone'));
    await show('soon');
    expect(later).toEqual({ module: null, isMissing: false });
    await show('now');
    expect(load).toHaveBeenCalledTimes(2);
    expect(later).toEqual({ module: null, isMissing: true });
  });

  it('is retried when the device is back online', async () => {
    load.mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce({ text: 'here' });
    await show('now');
    expect(later.isMissing).toBe(true);
    await settle(() => {
      window.dispatchEvent(new Event('online'));
    });
    expect(later).toEqual({ module: { text: 'here' }, isMissing: false });
  });

  it('is no longer reported missing once it isn’t needed', async () => {
    load.mockRejectedValue(new Error('gone'));
    await show('now');
    await show('not yet');
    expect(later.isMissing).toBe(false);
    load.mockReturnValue(new Promise(() => undefined));
    await show('now');
    expect(later.isMissing).toBe(false);
  });
});
