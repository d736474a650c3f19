// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { definePart } from '../../src/lib/visit/define-part.ts';
import { REACH } from '../../src/lib/dialog/open-dialog.ts';
import { watchDialogs } from '../../src/shell/watch-dialogs.ts';
import { PATIENCE } from '../support/patience.ts';

const listen = window.addEventListener.bind(window);
let listeners = new AbortController();
const hydrateDialog = vi.fn((dialog: HTMLDialogElement) => {
  delete dialog.dataset.still;
  return Promise.resolve();
});
const fetchDialogs = vi.fn(() => Promise.resolve({ hydrateDialog }));

beforeEach(() => {
  vi.clearAllMocks();
  listeners = new AbortController();
  const { signal } = listeners;
  vi.stubGlobal('addEventListener', (type: string, listener: EventListener, options?: boolean | AddEventListenerOptions) =>
    listen(type, listener, { ...(typeof options === 'object' ? options : { capture: options ?? false }), signal }),
  );
  document.body.innerHTML = `
    <button id="opener" commandfor="wallet-modal" command="show-modal"><span>Sign in</span></button>
    <p>Text</p>
    <dialog id="wallet-modal" data-still><button id="choice" type="button"><b>MetaMask</b></button><form method="dialog"><button id="close">x</button></form></dialog>`;
  watchDialogs(definePart(fetchDialogs));
});
afterEach(() => {
  listeners.abort();
  vi.unstubAllGlobals();
});

const find = (selector: string): HTMLElement => {
  const element = document.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`no ${selector}`);
  return element;
};

describe('a server-rendered dialog', () => {
  it.each(['pointerover', 'pointerdown', 'focusin', 'click'])('is hydrated by %s on a button that opens it', async (type) => {
    find('#opener span').dispatchEvent(new Event(type, { bubbles: true }));
    await vi.waitFor(() => expect(hydrateDialog).toHaveBeenCalledWith(find('dialog'), expect.any(Boolean)), PATIENCE);
  });

  it('isn’t affected by events elsewhere', () => {
    find('p').dispatchEvent(new Event('pointerover', { bubbles: true }));
    find('p').click();
    expect(fetchDialogs).not.toHaveBeenCalled();
  });

  it('is hydrated, still closed, when a script has something to show in it', async () => {
    find('dialog').dispatchEvent(new Event(REACH, { bubbles: true }));
    await vi.waitFor(() => expect(hydrateDialog).toHaveBeenCalledWith(find('dialog'), expect.any(Boolean)), PATIENCE);
    expect(find('dialog').hasAttribute('open')).toBe(false);
  });

  it('is hydrated when a script opens it', async () => {
    find('dialog').dispatchEvent(new Event('toggle'));
    await vi.waitFor(() => expect(hydrateDialog).toHaveBeenCalledTimes(1), PATIENCE);
  });

  it('is hydrated if it was opened before anyone watched', async () => {
    find('dialog').setAttribute('open', '');
    watchDialogs(definePart(fetchDialogs));
    await vi.waitFor(() => expect(hydrateDialog).toHaveBeenCalledWith(find('dialog'), expect.any(Boolean)), PATIENCE);
  });

  it('gets the last click from before hydration, once', async () => {
    const pressed = vi.fn();
    hydrateDialog.mockImplementation((dialog) => {
      if ('still' in dialog.dataset) find('#choice').addEventListener('click', pressed);
      delete dialog.dataset.still;
      return Promise.resolve();
    });
    find('dialog').setAttribute('open', '');
    find('#choice b').click();
    expect(find('#choice').getAttribute('aria-busy')).toBe('true');
    find('#choice').click();
    await vi.waitFor(() => expect(pressed).toHaveBeenCalledTimes(1), PATIENCE);
    await new Promise((resolve) => setTimeout(resolve));
    expect(pressed).toHaveBeenCalledTimes(1);
    expect(find('#choice').hasAttribute('aria-busy')).toBe(false);
  });

  it('closes by its own button without waiting', () => {
    const click = new MouseEvent('click', { bubbles: true, cancelable: true });
    find('#close').dispatchEvent(click);
    expect(click.defaultPrevented).toBe(false);
  });

  it.each([
    ['a pointer near a button that opens it', () => find('#opener').dispatchEvent(new Event('pointerover', { bubbles: true })), true],
    ['a click', () => find('#choice').click(), false],
  ])('is fetched by %s, and said to be missing only where somebody waits for it', async (_what, act, isAhead) => {
    act();
    await vi.waitFor(() => expect(hydrateDialog).toHaveBeenCalledWith(find('dialog'), isAhead), PATIENCE);
  });

  it('doesn’t get an earlier click once it is closed', async () => {
    const pressed = vi.fn();
    const drawn = Promise.withResolvers<undefined>();
    hydrateDialog.mockReturnValueOnce(drawn.promise);
    find('#choice').click();
    delete find('dialog').dataset.still;
    find('#choice').addEventListener('click', pressed);
    drawn.resolve(undefined);
    await vi.waitFor(() => expect(find('#choice').hasAttribute('aria-busy')).toBe(false), PATIENCE);
    expect(pressed).not.toHaveBeenCalled();
  });

  it('is ignored once it is hydrated', () => {
    delete find('dialog').dataset.still;
    find('#opener').click();
    find('#choice').click();
    expect(fetchDialogs).not.toHaveBeenCalled();
  });
});
