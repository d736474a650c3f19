import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** As the bundler writes them; two of them import each other. */
const files: Readonly<Record<string, string>> = {
  '/_astro/entry.1.js': 'import{a as b}from"./left.1.js";import"./right.1.js";const c=()=>import(`./later.1.js`);export{b,c};',
  '/_astro/left.1.js': 'import{d}from"./right.1.js";export const a=d;',
  '/_astro/right.1.js': 'import{a}from"./left.1.js";export const d=()=>a;',
};
const asked: string[] = [];
let lost: Set<string>;
let server: Server;

beforeEach(async () => {
  vi.resetModules();
  asked.length = 0;
  lost = new Set();
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (lost.delete(path)) response.writeHead(503).end();
    else response.end(files[path]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetchAnywhere = fetch;
  vi.stubGlobal('fetch', (path: string) => fetchAnywhere(new URL(path, origin)));
  vi.stubGlobal('dispatchEvent', vi.fn());
});
afterEach(() => {
  vi.unstubAllGlobals();
  server.close();
});

it('fetches a module and what it imports, each file once, and nothing that it imports later', async () => {
  const { fetchModule } = await import('../../../src/lib/visit/fetch-module.ts');
  await fetchModule('/_astro/entry.1.js');
  await fetchModule('/_astro/left.1.js');
  expect(asked.sort()).toEqual(Object.keys(files).sort());
});

it.each(Object.keys(files))('asks again for %s alone after it was lost', async (path) => {
  const { fetchModule } = await import('../../../src/lib/visit/fetch-module.ts');
  lost.add(path);
  await expect(fetchModule('/_astro/entry.1.js')).rejects.toThrow('answers 503');
  await fetchModule('/_astro/entry.1.js');
  expect(asked.filter((each) => each === path)).toHaveLength(2);
  expect(asked).toHaveLength(4);
});

it('imports nothing before all of its files are there', async () => {
  const { importFetched } = await import('../../../src/lib/visit/fetch-module.ts');
  const load = vi.fn(() => Promise.resolve('loaded'));
  const names = Object.keys(files).map((path) => path.slice(1));
  lost.add('/_astro/right.1.js');
  await expect(importFetched(load, names)).rejects.toThrow('answers 503');
  expect(load).not.toHaveBeenCalled();
  expect(await importFetched(load, names)).toBe('loaded');
});
