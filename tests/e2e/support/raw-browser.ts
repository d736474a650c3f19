import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { fullBrowser } from './test-browser.ts';

export interface BrowserPage {
  evaluate: (expression: string) => Promise<unknown>;
}

export interface BrowserTab extends BrowserPage {
  navigate: (address: string) => Promise<void>;
  moveMouse: (x: number, y: number) => Promise<void>;
  click: (x: number, y: number) => Promise<void>;
  /** Presses Tab, which moves the focus on. */
  pressTab: () => Promise<void>;
  /** A touch that is held this long. */
  tap: (x: number, y: number, heldMs: number) => Promise<void>;
  /** The next prerendered page, pending or done. */
  nextPrerender: () => Promise<BrowserPage>;
  /** The current tab: an activated prerendered page replaces the previous one. */
  current: () => Promise<BrowserTab>;
}

/** Whatever was asked of a page that is no more. */
export class PageGone extends Error {
  override readonly name = 'PageGone';
}

/** Sends a DevTools protocol command to one page. */
export type SendToPage = (method: string, params?: Record<string, unknown>) => Promise<unknown>;

export interface RawBrowserOptions {
  /** Prepares each page before it runs anything, including prerendered ones. All commands are sent at once, in order. */
  prepare?: (send: SendToPage) => Promise<unknown>;
}

export interface RawBrowser {
  openTab: (address: string) => Promise<BrowserTab>;
  close: () => Promise<void>;
}

/**
 * Starts a separate browser, controlled through its DevTools protocol. Attaches to tabs rather than pages, which keeps prerendering
 * enabled.
 */
export async function connectToBrowser({ prepare }: RawBrowserOptions = {}): Promise<RawBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'jufi-browser-'));
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--window-size=1440,900',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ];
  const { path, environment } = await fullBrowser();
  const child = spawn(path, [...flags, 'about:blank'], { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  const connection = new Connection(await endpointOf(child));
  await connection.opened;
  return {
    openTab: async (address) => {
      const { targetId } = await connection.send('Target.createTarget', { url: 'about:blank', forTab: true });
      const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true });
      const attached = connection.attachedBelow(String(sessionId), async (session) => {
        // A prerendered page answers nothing before it runs, so its preparation is sent first without waiting for it.
        const prepared = prepare?.((method, params = {}) => connection.send(method, params, session));
        await Promise.all([prepared, connection.send('Runtime.runIfWaitingForDebugger', {}, session)]);
      });
      const waitForDebuggerOnStart = prepare !== undefined;
      await connection.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart, flatten: true }, String(sessionId));
      const page = await attached.next(({ subtype }) => subtype !== 'prerender');
      const nextPrerender = async (): Promise<BrowserPage> =>
        pageOf(connection, await attached.next(({ subtype }) => subtype === 'prerender'));
      const current = async (): Promise<BrowserTab> => {
        for (const session of attached.all().toReversed()) {
          const each = tabOf(connection, session, nextPrerender, current);
          if (await each.evaluate('!document.prerendering && !document.hidden').catch(() => false)) return each;
        }
        throw new Error('The tab shows no page.');
      };
      const tab = tabOf(connection, page, nextPrerender, current);
      await tab.navigate(address);
      return tab;
    },
    close: async () => {
      const exited = once(child, 'exit');
      // A headless shell sometimes ignores a request to close; its profile is temporary anyway.
      child.kill('SIGKILL');
      await exited;
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

function pageOf(connection: Connection, session: string): BrowserPage {
  return {
    evaluate: async (expression) => {
      const { result } = await connection.send('Runtime.evaluate', { expression, returnByValue: true }, session);
      return isRecord(result) ? result['value'] : undefined;
    },
  };
}

function tabOf(
  connection: Connection,
  session: string,
  nextPrerender: BrowserTab['nextPrerender'],
  current: BrowserTab['current'],
): BrowserTab {
  const mouse = (type: string, x: number, y: number): Promise<unknown> =>
    connection.send('Input.dispatchMouseEvent', { type, x, y, ...(type !== 'mouseMoved' && { button: 'left', clickCount: 1 }) }, session);
  return {
    ...pageOf(connection, session),
    navigate: async (address) => {
      await connection.send('Page.navigate', { url: address }, session);
    },
    moveMouse: async (x, y) => {
      await mouse('mouseMoved', x, y);
    },
    click: async (x, y) => {
      await mouse('mousePressed', x, y);
      await mouse('mouseReleased', x, y);
    },
    pressTab: async () => {
      for (const type of ['rawKeyDown', 'keyUp']) {
        await connection.send('Input.dispatchKeyEvent', { type, key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }, session);
      }
    },
    tap: async (x, y, heldMs) => {
      await connection.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] }, session);
      await wait(heldMs);
      await connection.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }, session);
    },
    nextPrerender,
    current,
  };
}

/** Chromium writes its DevTools address to standard error. */
async function endpointOf({ stderr }: ChildProcess): Promise<string> {
  if (!stderr) throw new Error('The browser has no error output.');
  let text = '';
  for await (const chunk of stderr) {
    text += String(chunk);
    const address = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error(`The browser ended:\n${text}`);
}

type Message = Record<string, unknown>;

interface Attached {
  /** The session of the first attached target that matches and wasn't returned before. */
  next: (fits: (target: Message) => boolean) => Promise<string>;
  /** The sessions of all targets ever attached, in order. */
  all: () => string[];
}

/** The DevTools protocol over one socket. */
class Connection {
  readonly opened: Promise<unknown>;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<
    number,
    { session: string | undefined; resolve: (result: Message) => void; reject: (error: Error) => void }
  >();
  readonly #listeners = new Set<(message: Message) => void>();
  #lastId = 0;

  constructor(endpoint: string) {
    this.#socket = new WebSocket(endpoint);
    this.opened = once(this.#socket, 'open');
    this.#socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as Message));
  }

  send(method: string, params: Message, sessionId?: string): Promise<Message> {
    this.#lastId += 1;
    const { promise, resolve, reject } = Promise.withResolvers<Message>();
    this.#waiting.set(this.#lastId, { session: sessionId, resolve, reject });
    this.#socket.send(JSON.stringify({ id: this.#lastId, method, params, ...(sessionId !== undefined && { sessionId }) }));
    return promise;
  }

  attachedBelow(parent: string, setUp: (session: string) => Promise<void>): Attached {
    const found: { target: Message; session: string }[] = [];
    const sessions: string[] = [];
    let look = (): void => undefined;
    this.#listeners.add(({ method, sessionId, params }) => {
      if (method !== 'Target.attachedToTarget' || sessionId !== parent || !isRecord(params) || !isRecord(params['targetInfo'])) return;
      const [target, session] = [params['targetInfo'], String(params['sessionId'])];
      // A page that closed before it was set up doesn't need it.
      sessions.push(session);
      void setUp(session)
        .catch(() => undefined)
        .then(() => {
          found.push({ target, session });
          look();
        });
    });
    return {
      all: () => [...sessions],
      next: (fits) =>
        new Promise((resolve) => {
          look = () => {
            const index = found.findIndex(({ target }) => fits(target));
            const [taken] = index < 0 ? [] : found.splice(index, 1);
            if (taken) resolve(taken.session);
          };
          look();
        }),
    };
  }

  #receive(message: Message): void {
    const waiting = this.#waiting.get(Number(message['id']));
    this.#waiting.delete(Number(message['id']));
    const { error, result } = message;
    if (isRecord(error)) waiting?.reject(new Error(String(error['message'])));
    else waiting?.resolve(isRecord(result) ? result : {});
    if (message['method'] === 'Target.detachedFromTarget' && isRecord(message['params'])) this.#forget(message['params']['sessionId']);
    for (const listener of this.#listeners) listener(message);
  }

  /** A closed page answers nothing more, not even earlier commands. */
  #forget(session: unknown): void {
    for (const [id, waiting] of this.#waiting) {
      if (waiting.session !== session) continue;
      this.#waiting.delete(id);
      waiting.reject(new PageGone('It was closed, or given up before it was shown.'));
    }
  }
}

function isRecord(value: unknown): value is Message {
  return typeof value === 'object' && value !== null;
}
