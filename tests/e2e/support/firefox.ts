import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';

export interface FirefoxTab {
  /** As the address bar does it. */
  navigate: (address: string) => Promise<void>;
  reload: () => Promise<void>;
  evaluate: (expression: string) => Promise<unknown>;
  press: (key: string) => Promise<void>;
  /** Clicks the middle of what matches, with the given mouse button and key. */
  click: (selector: string, how?: { button?: number; key?: string }) => Promise<void>;
}

export interface Firefox {
  openTab: () => Promise<FirefoxTab>;
  /** The tab that `act` opens. */
  tabOpenedBy: (act: () => Promise<void>) => Promise<FirefoxTab>;
  close: () => Promise<void>;
}

/** Starts Firefox with a profile of its own and drives it by WebDriver BiDi. */
export async function startFirefox(path: string, { hasWorkers }: { hasWorkers: boolean }): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'jufi-firefox-'));
  writeFileSync(join(profile, 'user.js'), `user_pref('dom.serviceWorkers.enabled', ${hasWorkers});`);
  const child = spawn(path, ['--headless', '--remote-debugging-port', '0', '--profile', profile, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const send = await connect(`${await addressOf(child)}/session`);
  await send('session.new', { capabilities: {} });
  const contexts = async (): Promise<string[]> => {
    const { contexts: found } = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] };
    return found.map(({ context }) => context);
  };
  return {
    openTab: async () => tabOf(send, String((await send('browsingContext.create', { type: 'tab' }))['context'])),
    tabOpenedBy: async (act) => {
      const before = await contexts();
      await act();
      const opened = async (): Promise<string | undefined> => (await contexts()).find((context) => !before.includes(context));
      await expect.poll(opened).toBeDefined();
      const tab = tabOf(send, String(await opened()));
      await expect.poll(() => tab.evaluate('location.protocol')).toMatch(/^http/);
      return tab;
    },
    close: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

type Send = (method: string, params: object) => Promise<Record<string, unknown>>;

function tabOf(send: Send, context: string): FirefoxTab {
  const evaluate = async (expression: string): Promise<unknown> => {
    const answer = await send('script.evaluate', {
      target: { context },
      expression: `(async () => JSON.stringify(await (${expression})))()`,
      awaitPromise: true,
    });
    const { value } = (answer['result'] ?? {}) as { value?: string };
    return value === undefined ? undefined : (JSON.parse(value) as unknown);
  };
  return {
    evaluate,
    // A page may lead on before it is complete.
    navigate: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'none' });
    },
    reload: async () => {
      await send('browsingContext.reload', { context, wait: 'none' });
    },
    press: async (value) => {
      const actions = [
        {
          type: 'key',
          id: 'keys',
          actions: [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ],
        },
      ];
      await send('input.performActions', { context, actions });
    },
    click: async (selector, { button = 0, key } = {}) => {
      const place = `(({ x, y, width, height }) => ({ x: Math.round(x + width / 2), y: Math.round(y + height / 2) }))`;
      const at = await evaluate(`${place}(document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`);
      const pause = { type: 'pause', duration: 0 };
      const actions = [
        {
          type: 'key',
          id: 'keys',
          actions: key === undefined ? [] : [{ type: 'keyDown', value: key }, pause, pause, { type: 'keyUp', value: key }],
        },
        {
          type: 'pointer',
          id: 'mouse',
          actions: [
            { type: 'pointerMove', ...Object(at) },
            { type: 'pointerDown', button },
            { type: 'pointerUp', button },
          ],
        },
      ];
      await send('input.performActions', { context, actions });
    },
  };
}

async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, message } = JSON.parse(String(data)) as Record<string, unknown>;
    const asked = waiting.get(Number(id));
    waiting.delete(Number(id));
    if (error === undefined) asked?.resolve(Object(result) as Record<string, unknown>);
    else asked?.reject(new Error(JSON.stringify([error, message])));
  });
  let last = 0;
  return (method, params) => {
    const asked = Promise.withResolvers<Record<string, unknown>>();
    waiting.set((last += 1), asked);
    socket.send(JSON.stringify({ id: last, method, params }));
    return asked.promise;
  };
}

/** Firefox writes it to standard error. */
async function addressOf({ stderr }: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of stderr ?? []) {
    text += String(chunk);
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(text)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error(`Firefox ended:\n${text}`);
}
