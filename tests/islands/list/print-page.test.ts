// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { printPage } from '../../../src/islands/list/print-page.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([new Event('pointerdown'), new Event('keydown')])('what is printed stays until the page is used again', (press) => {
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  const putBack = vi.fn<() => void>();
  printPage(putBack);
  expect(print).toHaveBeenCalledOnce();
  // Phones draw the page after both, and again for another paper.
  window.dispatchEvent(new Event('afterprint'));
  expect(putBack).not.toHaveBeenCalled();
  document.body.dispatchEvent(press);
  window.dispatchEvent(press);
  window.dispatchEvent(press);
  expect(putBack).toHaveBeenCalledOnce();
});
