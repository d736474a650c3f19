// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { whenActivated } from '../../src/lib/when-activated.ts';

afterEach(() => {
  Reflect.deleteProperty(document, 'prerendering');
});

test('a visible page doesn’t wait', () => {
  expect(whenActivated()).toBeUndefined();
});

test('a prerendered page waits until it is activated', async () => {
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
  let isActivated = false;
  const activated = whenActivated()?.then(() => (isActivated = true));
  await Promise.resolve();
  expect(isActivated).toBe(false);
  document.dispatchEvent(new Event('prerenderingchange'));
  await activated;
  expect(isActivated).toBe(true);
});
