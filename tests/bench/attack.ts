/**
 * How long ordinary members wait for their calls, and visitors for the landing page, while one client attacks at the default limits, compared with the
 * times without an attack: `npm run bench:attack -- [prefix of an attack's name] [rounds]`. Rounds alternate, so that other load on the machine affects
 * both. Fails above twice the time, or if an ordinary call fails. Linux only: each client has its own address in 127.0.0.0/8. Uses DATABASE_URL, whose role
 * must be able to create databases, or else its own PostgreSQL; nothing leaves this machine.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { createDatabase, type Database } from '../../provider/db/database.ts';
import { migrate } from '../../provider/db/migrate.ts';
import { createPool } from '../../provider/db/pool.ts';
import type { Attack, Target } from './attack/attack.ts';
import { attacks } from './attack/attacks.ts';
import { CALLS_PER_SECOND, ordinaryLoad, type OrdinaryMember, type Timings } from './attack/ordinary-load.ts';
import { createEmpty, onBenchServer } from './bench-server.ts';
import { percentile } from './figures.ts';
import { forkServer } from './fork-server.ts';
import { createHttpClient } from './http-client.ts';
import { prepareSenders, type Sender, type SignedTransfer, signTransfers } from './prepare-transfers.ts';
import { noteFigure } from '../quality/note-figure.ts';

const SITE_URL = 'https://jufi.example';
const MEMBERS = 8;
const [, , WANTED = '', ROUNDS = '6'] = process.argv;
const SECONDS = 4;
const WARM_SECONDS = 6;
const HIGHEST_RATIO = 2;
/** A call takes a few milliseconds on an idle machine. */
const BUSY_MS = 25;
let attackers = 0;

await onBenchServer(bench);

async function bench(serverUrl: string): Promise<void> {
  const url = await createEmpty(serverUrl, 'jufi_bench_attack');
  const pool = createPool(url, { max: 4 });
  const database = createDatabase(pool);
  await migrate(pool);
  const senders = await prepareSenders(database, MEMBERS);
  const { child, port, stop } = await forkServer('serve-site.ts', url);
  const clients = senders.map((_, index) => createHttpClient(port, `127.0.1.${index + 1}`));
  const members = clients.map(({ request }, index): OrdinaryMember => ({ request, token: senders[index]?.token ?? '' }));
  try {
    await ordinaryLoad(members, await transfersFor(senders, WARM_SECONDS), WARM_SECONDS);
    for (const attack of attacks.filter(({ name }) => name.startsWith(WANTED)))
      await compare(attack, { child, database, port, senders, members });
  } finally {
    for (const { close } of clients) close();
    await stop();
    await pool.end();
  }
}

interface Scene {
  child: ChildProcess;
  database: Database;
  port: number;
  senders: readonly Sender[];
  members: readonly OrdinaryMember[];
}

async function compare(attack: Attack, scene: Scene): Promise<void> {
  const { database, port, senders } = scene;
  const [quiet, attacked] = [nothingYet(), nothingYet()];
  const outcomes = new Map<string, number>();
  for (let round = 0; round < Number(ROUNDS); round += 1) {
    add(quiet, await measure(scene, await transfersFor(senders, SECONDS)));
    // Another one each round, whose limit for the minute is unused.
    attackers += 1;
    const [attacker] = await prepareSenders(database, 1);
    const transfers = await transfersFor(senders, SECONDS);
    const stop = await startAttack(attack, { port, localAddress: `127.0.2.${attackers}`, token: attacker?.token ?? '' });
    add(attacked, await measure(scene, transfers));
    for (const [outcome, count] of Object.entries(await stop())) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count);
  }
  console.log(`${attack.name}: ${[...outcomes].map(([outcome, count]) => `${count} × ${outcome}`).join(', ')}`);
  report('calls', quiet.callsMs, attacked.callsMs);
  report('landing page', quiet.pagesMs, attacked.pagesMs);
  const cpuOf = ({ cpuMs }: Timings): string => (cpuMs.reduce((sum, ms) => sum + ms, 0) / cpuMs.length / SECONDS).toFixed(0);
  console.log(`  processor time of the server: without ${cpuOf(quiet)} ms a second, with ${cpuOf(attacked)}`);
  const quietMs = percentile(quiet.callsMs, 0.5);
  if (quietMs > BUSY_MS)
    console.log(`  the machine is busy with other things (calls take ${quietMs.toFixed(0)} ms without the attack): believe no ratio`);
  const failures = [...quiet.failures, ...attacked.failures];
  if (failures.length > 0) fail(`  ${failures.length} failed: ${[...new Set(failures)].slice(0, 5).join('; ')}`);
}

async function measure({ child, members }: Scene, transfers: SignedTransfer[]): Promise<Timings> {
  const before = await cpuMsOf(child);
  const timings = await ordinaryLoad(members, transfers, SECONDS);
  return { ...timings, cpuMs: [(await cpuMsOf(child)) - before] };
}

async function cpuMsOf(child: ChildProcess): Promise<number> {
  child.send('CPU');
  const [{ cpuMs }] = (await once(child, 'message')) as [{ cpuMs: number }];
  return cpuMs;
}

function report(what: string, quietMs: readonly number[], attackedMs: readonly number[]): void {
  const figures = (times: readonly number[]): string =>
    `p50 ${percentile(times, 0.5).toFixed(1)}, p99 ${percentile(times, 0.99).toFixed(1)} ms`;
  const ratio = percentile(attackedMs, 0.99) / percentile(quietMs, 0.99);
  console.log(`  ${what}: without ${figures(quietMs)}; with ${figures(attackedMs)}; p99 ratio ${ratio.toFixed(2)}`);
  noteFigure(`attack-${what.replace(' ', '-')}`, ratio);
  if (ratio > HIGHEST_RATIO) fail(`  above ${HIGHEST_RATIO}`);
}

function fail(line: string): void {
  console.log(line);
  process.exitCode = 1;
}

/** Starts it in its own process; returns a function that ends it and returns the result. */
async function startAttack(attack: Attack, target: Target): Promise<() => Promise<Record<string, number>>> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'attack', 'run-attack.ts'), [attack.name]);
  await once(child, 'message');
  child.send(target);
  return async () => {
    child.send('STOP');
    const [outcomes] = (await once(child, 'message')) as [Record<string, number>];
    child.disconnect();
    await once(child, 'exit');
    return outcomes;
  };
}

/** Signed beforehand, for every fifth call. */
function transfersFor(senders: readonly Sender[], seconds: number) {
  return signTransfers(senders, Math.ceil((CALLS_PER_SECOND * seconds) / 5), SITE_URL);
}

function nothingYet(): Timings {
  return { callsMs: [], pagesMs: [], cpuMs: [], failures: [] };
}

function add(to: Timings, { callsMs, pagesMs, cpuMs, failures }: Timings): void {
  to.callsMs.push(...callsMs);
  to.pagesMs.push(...pagesMs);
  to.cpuMs.push(...cpuMs);
  to.failures.push(...failures);
}
