/**
 * Ten minutes of members who read and pay, and visitors of the landing page, at half of the most that this machine serves: `npm run bench:soak --
 * [seconds]`. Fails if the server's memory in the last third is more than a tenth above that in the second, so that warming up doesn't count, or if a call
 * fails. Uses DATABASE_URL, whose role must be able to create databases, or else its own PostgreSQL. Linux only, like `attack.ts`.
 */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { createDatabase } from '../../provider/db/database.ts';
import { migrate } from '../../provider/db/migrate.ts';
import { createPool } from '../../provider/db/pool.ts';
import { noteFigure } from '../quality/note-figure.ts';
import { CALLS_PER_SECOND, ordinaryLoad, type OrdinaryMember, ordinaryTraffic, PAGES_PER_SECOND } from './attack/ordinary-load.ts';
import { createEmpty, onBenchServer } from './bench-server.ts';
import { measureConcurrently, median, percentile } from './figures.ts';
import { forkServer } from './fork-server.ts';
import { createHttpClient } from './http-client.ts';
import { prepareSenders, type Sender, signTransfers } from './prepare-transfers.ts';

const SITE_URL = 'https://jufi.example';
const SECONDS = Number(process.argv[2] ?? 600);
/** Many, since the limits are those of each client and member: a fast machine must not reach them. */
const MEMBERS = 240;
const FINDING_SECONDS = 10;
/** More than any machine answers. */
const TRANSFERS_PER_SECOND = 500;
const SLICE_SECONDS = 10;
const HIGHEST_GROWTH = 1.1;

await onBenchServer(bench);

async function bench(serverUrl: string): Promise<void> {
  const url = await createEmpty(serverUrl, 'jufi_bench_soak');
  const pool = createPool(url, { max: 4 });
  await migrate(pool);
  const senders = await prepareSenders(createDatabase(pool), MEMBERS);
  const { child, port, stop } = await forkServer('serve-site.ts', url);
  const clients = senders.map((_, index) => createHttpClient(port, `127.0.3.${index + 1}`));
  const members = clients.map(({ request }, index): OrdinaryMember => ({ request, token: senders[index]?.token ?? '' }));
  try {
    report(await soak(child, senders, members, await findMost(senders, members)));
  } finally {
    for (const { close } of clients) close();
    await stop();
    await pool.end();
  }
}

/** Calls and pages a second, in the shares of the soak, that eight clients without a pause get answered. */
async function findMost(senders: readonly Sender[], members: readonly OrdinaryMember[]): Promise<number> {
  const { timings, call, load } = ordinaryTraffic(members, await signTransfers(senders, FINDING_SECONDS * TRANSFERS_PER_SECOND, SITE_URL));
  const eachPage = CALLS_PER_SECOND / PAGES_PER_SECOND + 1;
  let next = 0;
  const { rate } = await measureConcurrently(8, FINDING_SECONDS, async () => {
    next += 1;
    await (next % eachPage === 0 ? load(next) : call(next));
    // A limit that is reached ends the search, since it says nothing about the machine.
    return timings.failures.length === 0;
  });
  console.log(`the most: ${rate.toFixed(0)} calls and pages a second ${[...new Set(timings.failures)].join('; ')}`);
  return rate;
}

interface Soaked {
  memoryMiB: number[];
  callsMs: number[];
  failures: string[];
}

async function soak(child: ChildProcess, senders: readonly Sender[], members: readonly OrdinaryMember[], most: number): Promise<Soaked> {
  const soaked: Soaked = { memoryMiB: [], callsMs: [], failures: [] };
  const pace = most / 2 / (CALLS_PER_SECOND + PAGES_PER_SECOND);
  for (let seconds = 0; seconds < SECONDS; seconds += SLICE_SECONDS) {
    const transfers = await signTransfers(senders, Math.ceil((CALLS_PER_SECOND * pace * SLICE_SECONDS) / 5), SITE_URL);
    const { callsMs, failures } = await ordinaryLoad(members, transfers, SLICE_SECONDS, pace);
    soaked.callsMs.push(...callsMs);
    soaked.failures.push(...failures);
    soaked.memoryMiB.push(residentMiB(child));
    const [now = 0] = soaked.memoryMiB.slice(-1);
    console.log(
      `${seconds + SLICE_SECONDS} s: ${now.toFixed(0)} MiB, p99 ${percentile(callsMs, 0.99).toFixed(1)} ms, ${failures.length} failed`,
    );
  }
  return soaked;
}

function residentMiB({ pid = 0 }: ChildProcess): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / 1_024;
}

function report({ memoryMiB, callsMs, failures }: Soaked): void {
  const third = Math.floor(memoryMiB.length / 3);
  const [second, last] = [median(memoryMiB.slice(third, 2 * third)), median(memoryMiB.slice(2 * third))];
  const growth = last / second;
  console.log(
    `memory: ${second.toFixed(0)} MiB in the second third, ${last.toFixed(0)} MiB in the last, ratio ${growth.toFixed(3)} (at most ${HIGHEST_GROWTH}); ` +
      `${callsMs.length} calls, p99 ${percentile(callsMs, 0.99).toFixed(1)} ms, ${failures.length} failed ${[...new Set(failures)].slice(0, 3).join('; ')}`,
  );
  noteFigure('soak-memory', growth);
  noteFigure('soak-failures', failures.length);
  if (growth > HIGHEST_GROWTH || failures.length > 0) process.exitCode = 1;
}
