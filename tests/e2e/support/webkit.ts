import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { hasTool } from '../../support/has-tool.ts';

/** Debian's webkit2gtk-driver, with a screen of its own. */
export const hasWebKit = hasTool('WebKitWebDriver') && hasTool('xvfb-run');

/** What a person sees: the first visible element of a selector, also inside open shadow trees, which is named so, or whose text begins so. */
export interface Seen {
  css: string;
  name?: string;
}

export interface WebKitPage {
  /** As the address bar does it. */
  goto: (address: string) => Promise<void>;
  reload: () => Promise<void>;
  back: () => Promise<void>;
  forward: () => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  /** Clicks it as soon as it can be clicked. */
  press: (seen: Seen) => Promise<void>;
  /** Clicks the field and, once it takes text, types over what is in it. */
  type: (seen: Seen, text: string) => Promise<void>;
  /** WebDriver's keys, to what has the focus. */
  keys: (...keys: string[]) => Promise<void>;
  /** The text as it is seen; null if there is no such element. */
  textOf: (seen: Seen) => Promise<string | null>;
  /** The value of an expression, awaited. */
  evaluate: (expression: string) => Promise<unknown>;
  tabs: () => Promise<string[]>;
  switchTo: (tab: string) => Promise<void>;
  screenshot: () => Promise<Buffer>;
  close: () => Promise<void>;
}

/** Run in the page: what a selector and a name mean there. */
const FIND = `
  const roots = [document];
  const found = [];
  for (const root of roots) {
    found.push(...root.querySelectorAll(css));
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
  }
  const plain = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
  const names = (element) => [element.getAttribute('aria-label'), element.labels?.[0]?.innerText, element.innerText].map(plain);
  const element = found.find((it) => it.checkVisibility({ visibilityProperty: true }) && (name === null || names(it).some((text) => text.startsWith(name))));
`;

/** Where a click would meet it; otherwise why it can't be clicked yet. */
const PLACE = `${FIND}
  if (!element) return 'not there';
  if (element.matches(':disabled, [aria-disabled=true]')) return 'disabled';
  const { x, y, width, height } = element.getBoundingClientRect();
  const [left, top] = [Math.round(x + width / 2), Math.round(y + height / 2)];
  const met = element.getRootNode().elementFromPoint(left, top);
  if (element.contains(met) || element.closest('label')?.contains(met)) return { x: left, y: top };
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  return 'covered by ' + met?.outerHTML.slice(0, 80);
`;

const PATIENCE_MS = 20_000;
const CONTROL = '\uE009';

/** Starts WebKitGTK's browser with a new profile, and drives it by WebDriver. */
export async function startWebKit(): Promise<WebKitPage> {
  const port = await freePort();
  const driver = spawn('xvfb-run', ['-a', '-s', '-screen 0 1600x1200x24', 'WebKitWebDriver', '-p', String(port)], {
    stdio: 'ignore',
    detached: true,
  });
  const driverUrl = `http://127.0.0.1:${port}`;
  await expect
    .poll(() =>
      fetch(`${driverUrl}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);
  const { sessionId } = (await call(driverUrl, 'POST', '/session', { capabilities: {} })) as { sessionId: string };
  const send = (method: string, path: string, body?: object): Promise<unknown> =>
    call(`${driverUrl}/session/${sessionId}`, method, path, body);
  return {
    ...pageOf(send),
    close: async () => {
      await send('DELETE', '');
      const exited = once(driver, 'exit');
      process.kill(-Number(driver.pid), 'SIGTERM');
      await exited;
    },
  };
}

type Send = (method: string, path: string, body?: object) => Promise<unknown>;

function pageOf(send: Send): Omit<WebKitPage, 'close'> {
  const ask = (text: string, { css, name }: Seen): Promise<unknown> =>
    send('POST', '/execute/sync', { script: `const [css, name] = arguments; ${text}`, args: [css, name ?? null] });
  const act = async (source: object): Promise<void> => void (await send('POST', '/actions', { actions: [source] }));
  const press = async (seen: Seen): Promise<void> => {
    await expect(async () => {
      const place = await ask(PLACE, seen);
      expect(place, `${seen.css} ${seen.name ?? ''}`).toEqual({ x: expect.any(Number), y: expect.any(Number) });
      // Nothing is hit that moves away.
      expect(await ask(PLACE, seen)).toEqual(place);
      const moves = [
        { type: 'pointerMove', duration: 0, ...Object(place) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: moves });
    }).toPass({ timeout: PATIENCE_MS });
  };
  const keys = (...chord: string[]): Promise<void> => {
    const downs = chord.map((value) => ({ type: 'keyDown', value }));
    return act({ type: 'key', id: 'keys', actions: [...downs, ...downs.toReversed().map(({ value }) => ({ type: 'keyUp', value }))] });
  };
  return {
    goto: async (url) => void (await send('POST', '/url', { url })),
    reload: async () => void (await send('POST', '/refresh', {})),
    back: async () => void (await send('POST', '/back', {})),
    forward: async () => void (await send('POST', '/forward', {})),
    resize: async (width, height) => void (await send('POST', '/window/rect', { width, height })),
    press,
    keys,
    type: async (seen, text) => {
      await expect(async () => {
        await press(seen);
        expect(await ask(`${FIND} return element?.matches(':focus:read-write');`, seen)).toBe(true);
      }).toPass({ timeout: PATIENCE_MS });
      await keys(CONTROL, 'a');
      for (const key of text) await keys(key);
    },
    textOf: async (seen) => (await ask(`${FIND} return element ? plain(element.innerText) : null;`, seen)) as string | null,
    evaluate: async (expression) => {
      const value = await send('POST', '/execute/async', {
        script: `const done = arguments[0]; (async () => (${expression}))().then((value) => done({ value }), (error) => done({ error: String(error) }));`,
        args: [],
      });
      const { error, value: result } = value as { error?: string; value?: unknown };
      if (error !== undefined) throw new Error(error);
      return result;
    },
    tabs: async () => (await send('GET', '/window/handles')) as string[],
    switchTo: async (handle) => void (await send('POST', '/window', { handle })),
    screenshot: async () => Buffer.from(String(await send('GET', '/screenshot')), 'base64'),
  };
}

async function call(url: string, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${url}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: unknown };
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
  return value;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
