// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { whenDrawn } from '../../src/lib/when-activated.ts';

afterEach(() => {
  Reflect.deleteProperty(document, 'prerendering');
  vi.unstubAllGlobals();
});

test('a visible page doesn’t wait', () => {
  expect(whenDrawn()).toBeUndefined();
});

test('a prerendered page waits for the first frame after it is activated', async () => {
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => frames.push(draw));
  let isDrawn = false;
  const drawn = whenDrawn()?.then(() => (isDrawn = true));
  document.dispatchEvent(new Event('prerenderingchange'));
  await vi.waitFor(() => expect(frames).toHaveLength(1));
  expect(isDrawn).toBe(false);
  frames[0]?.(0);
  await drawn;
  expect(isDrawn).toBe(true);
});
