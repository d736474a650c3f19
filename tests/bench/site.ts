/**
 * What a public page costs the server: `npm run bench:site -- [rounds]`. Processor seconds for 10,000 requests of a built page and of an announcement
 * that is kept, beside nginx with the same packed file, in alternating rounds. Fails above the limits. Needs nginx (Debian's package `nginx-light`).
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

import { temporaryFolder } from '../support/temporary-folder.ts';
import { median } from './figures.ts';
import { createHttpClient } from './http-client.ts';
import { noteFigure } from '../quality/note-figure.ts';

const ROUNDS = Number(process.argv[2] ?? 7);
const REQUESTS = 10_000;
const CLIENTS = 8;
const STATIC_PAGE = '/privacy';
const HIGHEST_STATIC_RATIO = 3;
const HIGHEST_ARTICLE_RATIO = 2;

const started = z.object({ port: z.number(), clientFolder: z.string() });
const used = z.object({ cpuMs: z.number() });

const folder = temporaryFolder('bench-site');
const site = fork(fileURLToPath(new URL('serve-article.ts', import.meta.url)));
const { port, clientFolder } = started.parse((await once(site, 'message'))[0]);
const nginx = await startNginx(clientFolder);
try {
  const marks: unknown = JSON.parse(readFileSync(new URL('../../docs/examples/announcement/announcement.json', import.meta.url), 'utf8'));
  const article = `/announcements/${z.object({ slug: z.string() }).parse(marks).slug}`;
  const seconds: Record<'nginx' | 'page' | 'article', number[]> = { nginx: [], page: [], article: [] };
  for (let round = -1; round < ROUNDS; round += 1) {
    const figures = {
      nginx: await measure(nginx.port, `${STATIC_PAGE}.html`, () => Promise.resolve(processorMs(nginx.child.pid ?? 0))),
      page: await measure(port, STATIC_PAGE, siteMs),
      article: await measure(port, article, siteMs),
    };
    // The first round warms up what is compiled while it runs.
    if (round >= 0) for (const name of ['nginx', 'page', 'article'] as const) seconds[name].push(figures[name]);
  }
  const ratios = [median(seconds.page) / median(seconds.nginx), median(seconds.article) / median(seconds.page)] as const;
  console.log(`Processor seconds for ${REQUESTS} requests, median of ${ROUNDS} rounds:`);
  for (const [name, all] of Object.entries(seconds))
    console.log(`  ${name}: ${median(all).toFixed(2)} (${all.map((one) => one.toFixed(2)).join(', ')})`);
  console.log(
    `built page: ${ratios[0].toFixed(2)} × nginx (limit ${HIGHEST_STATIC_RATIO}); announcement: ${ratios[1].toFixed(2)} × built page (limit ${HIGHEST_ARTICLE_RATIO})`,
  );
  noteFigure('site-page', ratios[0]);
  noteFigure('site-article', ratios[1]);
  if (ratios[0] > HIGHEST_STATIC_RATIO || ratios[1] > HIGHEST_ARTICLE_RATIO) process.exitCode = 1;
} finally {
  nginx.child.kill('SIGTERM');
  site.disconnect();
  await once(nginx.child, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

async function measure(at: number, path: string, readMs: () => Promise<number>): Promise<number> {
  const { request, close } = createHttpClient(at);
  const before = await readMs();
  let left = REQUESTS;
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const { status } = await request('GET', path, { 'accept-encoding': 'gzip' });
      if (status !== 200) throw new Error(`${path} answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const after = await readMs();
  close();
  return (after - before) / 1_000;
}

async function siteMs(): Promise<number> {
  const answer = once(site, 'message');
  site.send('cpu');
  return used.parse((await answer)[0]).cpuMs;
}

/** Processor time of a process and its children, from the scheduler (Linux, proc(5)): ticks of 10 ms would be too coarse for nginx. */
function processorMs(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  let nanoseconds = 0;
  for (const id of [pid, ...children])
    for (const thread of readdirSync(`/proc/${id}/task`))
      nanoseconds += Number(readFileSync(`/proc/${id}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  return nanoseconds / 1e6;
}

async function startNginx(root: string): Promise<{ child: ChildProcess; port: number }> {
  mkdirSync(folder, { recursive: true });
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const address = free.address();
  const chosen = typeof address === 'object' && address !== null ? address.port : 0;
  free.close();
  await once(free, 'close');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${join(folder, 'nginx.pid')}; error_log stderr crit; events { worker_connections 256; }
http { types { text/html html; } access_log off; sendfile on; keepalive_requests 1000000; ${paths}
server { listen 127.0.0.1:${chosen}; root ${root}; gzip_static on; } }\n`,
  );
  const child = spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  child.once('error', (error) => console.error(`nginx could not be started (Debian's package nginx-light): ${error.message}`));
  await waitUntilOpen(chosen);
  return { child, port: chosen };
}

async function waitUntilOpen(at: number): Promise<void> {
  for (const startedAt = performance.now(); performance.now() - startedAt < 10_000;) {
    const { request, close } = createHttpClient(at);
    const isOpen = await request('GET', '/', {}).then(
      () => true,
      () => false,
    );
    close();
    if (isOpen) return;
    await new Promise(setImmediate);
  }
  throw new Error('nginx did not open its port');
}
