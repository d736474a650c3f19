// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { definePart } from '../../src/lib/visit/define-part.ts';
import { watchForIntent } from '../../src/shell/watch-for-intent.ts';
import { PATIENCE } from '../support/patience.ts';

const startShell = vi.fn(() => Promise.resolve());

function watch(isWaited = false, fetchShell = vi.fn(() => Promise.resolve({ startShell }))) {
  watchForIntent(isWaited, definePart(fetchShell));
  // Prevents navigation: what the watcher leaves to the browser ends here.
  addEventListener('click', (event) => event.preventDefault());
  return fetchShell;
}

function page(html: string): HTMLElement {
  document.body.innerHTML = html;
  const element = document.body.firstElementChild;
  if (!(element instanceof HTMLElement)) throw new Error('no element');
  return element;
}

const listen = window.addEventListener.bind(window);
let listeners = new AbortController();

beforeEach(() => {
  vi.clearAllMocks();
  sessionStorage.clear();
  listeners = new AbortController();
  const { signal } = listeners;
  vi.stubGlobal('addEventListener', (type: string, listener: EventListener) => listen(type, listener, { signal }));
});
afterEach(() => {
  listeners.abort();
  vi.unstubAllGlobals();
});

describe('the rest of the shell', () => {
  it('is loaded once, on the first input', async () => {
    const fetchShell = watch();
    expect(fetchShell).not.toHaveBeenCalled();
    dispatchEvent(new Event('pointerdown'));
    dispatchEvent(new Event('keydown'));
    await vi.waitFor(() => expect(startShell).toHaveBeenCalled(), PATIENCE);
    expect(fetchShell).toHaveBeenCalledTimes(1);
  });

  it('is loaded at once if something is waiting', () => {
    expect(watch(true)).toHaveBeenCalledTimes(1);
    sessionStorage.setItem('jufi:toast', '[]');
    expect(watch()).toHaveBeenCalledTimes(1);
  });

  it('shows that it keeps a click while it is being loaded', async () => {
    const shell = Promise.withResolvers<{ startShell: typeof startShell }>();
    watch(
      false,
      vi.fn(() => shell.promise),
    );
    const button = page('<button data-theme-toggle>theme</button>');
    button.click();
    expect(button.getAttribute('aria-busy')).toBe('true');
    shell.resolve({ startShell });
    await vi.waitFor(() => expect(button.hasAttribute('aria-busy')).toBe(false), PATIENCE);
  });

  it('gets an earlier click, once', async () => {
    watch();
    const button = page('<button data-theme-toggle><span>theme</span></button>');
    const pressed = vi.fn();
    startShell.mockImplementationOnce(() => {
      button.addEventListener('click', pressed);
      return Promise.resolve();
    });
    button.querySelector('span')?.click();
    expect(pressed).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(pressed).toHaveBeenCalledTimes(1), PATIENCE);
    await new Promise((resolve) => setTimeout(resolve));
    expect(pressed).toHaveBeenCalledTimes(1);
  });
});

describe('our own links', () => {
  const markAfter = (html: string, init: MouseEventInit = {}): string | null => {
    sessionStorage.removeItem('jufi:mark');
    const link = page(html);
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
    return sessionStorage.getItem('jufi:mark');
  };

  it('leave a mark for exactly their path', () => {
    watch();
    expect(JSON.parse(markAfter('<a href="/wallet?page=2">x</a>') ?? '{}')).toMatchObject({
      path: '/wallet',
      atMs: expect.any(Number) as number,
    });
  });

  it.each([
    ['a new tab by key', '<a href="/wallet">x</a>', { ctrlKey: true }],
    ['a new window by key', '<a href="/wallet">x</a>', { shiftKey: true }],
    ['the middle button', '<a href="/wallet">x</a>', { button: 1 }],
    ['a new tab', '<a href="/wallet" target="_blank">x</a>', {}],
    ['a download', '<a href="/wallet.csv" download="wallet.csv">x</a>', {}],
    ['another site', '<a href="https://elsewhere.test/">x</a>', {}],
  ])('leave no mark for %s', (_name, html, init) => {
    watch();
    expect(markAfter(html, init)).toBeNull();
  });
});
