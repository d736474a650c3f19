#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { WebSocket, WebSocketServer } from 'ws';
import { firefoxPath } from './firefox-path.ts';

/** What Playwright sends to every Firefox, and the one of long-term support doesn't know: the colour scheme. It keeps its own. */
const UNKNOWN = 'emulation.setMediaFeaturesOverride';
const ANNOUNCED = /WebDriver BiDi listening on (ws:\S+)/;

/**
 * Stands between Playwright and Firefox: starts Firefox with Playwright's arguments and passes every message on but the one that would end the session,
 * until Firefox knows that too.
 */
const firefox = spawn(firefoxPath ?? 'firefox', process.argv.slice(2), { stdio: ['ignore', 'ignore', 'pipe'] });
firefox.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => firefox.kill(signal));

let said = '';
firefox.stderr.on('data', (chunk: Buffer) => {
  const before = ANNOUNCED.test(said);
  said += String(chunk);
  const address = ANNOUNCED.exec(said)?.[1];
  if (address !== undefined && !before) announce(address);
});

function announce(address: string): void {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (playwright, { url }) => {
    const upstream = new WebSocket(`${address}${url}`);
    const early: string[] = [];
    upstream.on('open', () => early.splice(0).forEach((message) => upstream.send(message)));
    upstream.on('message', (message: Buffer) => playwright.send(String(message)));
    upstream.on('close', () => playwright.close());
    playwright.on('close', () => upstream.close());
    playwright.on('message', (data: Buffer) => {
      const message = String(data);
      const { id, method } = JSON.parse(message) as { id: number; method: string };
      if (method === UNKNOWN) playwright.send(JSON.stringify({ type: 'success', id, result: {} }));
      else if (upstream.readyState === WebSocket.OPEN) upstream.send(message);
      else early.push(message);
    });
  });
  server.on('listening', () => {
    const bound = server.address();
    if (bound !== null && typeof bound === 'object') process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${bound.port}\n`);
  });
}
