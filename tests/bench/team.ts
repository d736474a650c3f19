/**
 * How long a referrer with 10,000 members below waits for the team page's calls, compared with one with ten on the same provider in the same run: `npm run
 * bench:team -- [rounds]`. Both see as many rows. Fails above the promised ratio. Uses DATABASE_URL, whose role must be able to create databases, or else
 * its own PostgreSQL.
 */
import type { Pool } from 'pg';
import { createDatabase } from '../../provider/db/database.ts';
import { migrate } from '../../provider/db/migrate.ts';
import { createPool } from '../../provider/db/pool.ts';
import { createEmpty, onBenchServer } from './bench-server.ts';
import { median } from './figures.ts';
import { forkServer } from './fork-server.ts';
import { type SendRequest, createHttpClient } from './http-client.ts';
import { prepareSenders, type Sender } from './prepare-transfers.ts';
import { noteFigure } from '../quality/note-figure.ts';

const FEW = 10;
const MANY = 10_000;
/** The share of a team directly below its referrer: a tenth, of whom the first invited the next ten, and so on. */
const DIRECT_SHARE = 10;
const ROUNDS = Number(process.argv[2] ?? 200);
const WARM_ROUNDS = 20;
const HIGHEST_RATIO = 1.2;
const LIST = '/api/profile/myTeam?size=5';
const PAGES = {
  'the page': ['/api/profile/referralInfo', LIST, '/api/profile/memberRolesList'],
  'one level': [`${LIST}&level=1`],
  'the next page': [`${LIST}&page=2`],
};

await onBenchServer(bench);

async function bench(serverUrl: string): Promise<void> {
  const url = await createEmpty(serverUrl, 'jufi_bench_team');
  const pool = createPool(url, { max: 4, statementTimeoutMs: 600_000 });
  await migrate(pool);
  const [few, many] = await prepareSenders(createDatabase(pool), 2);
  if (few === undefined || many === undefined) throw new Error('there are no two members');
  console.log(`filling teams of ${FEW} and ${MANY.toLocaleString('en')}`);
  await fillTeam(pool, few, { size: FEW, first: 1 });
  await fillTeam(pool, many, { size: MANY, first: FEW + 1 });
  await pool.query('vacuum analyze');
  const { port, stop } = await forkServer('serve-provider.ts', url);
  const client = createHttpClient(port);
  try {
    for (const [name, asked] of Object.entries(PAGES)) await compare(name, asked, { few, many, request: client.request });
  } finally {
    client.close();
    await stop();
    await pool.end();
  }
}

/** A tenth was invited by the referrer, the others by members of that tenth, as in the team of ten. */
async function fillTeam(pool: Pool, { member }: Sender, { size, first }: { size: number; first: number }): Promise<void> {
  await pool.query(
    `insert into member (id, uid, username, username_key, username_shape, username_folded_shape, address, referral_code, referrer_id, referred_at, language, created_at)
     select made.id, 'b' || lpad(n::text, 7, '0'), 'bench-' || n, 'bench-' || n, 'bench-' || n, 'bench-' || n,
            '0x' || lpad(to_hex(n), 40, '0'), 'B' || lpad(n::text, 7, '0'),
            case when n - $2 < $3 then $1 else ('0198a000-0000-7000-8000-' || lpad(($2 + n % $3)::text, 12, '0'))::uuid end,
            timestamptz '2026-01-01' + n * interval '1 second', 'en', timestamptz '2026-01-01' + n * interval '1 second'
       from (select n, ('0198a000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid as id from generate_series($2::int, $2::int + $4::int - 1) n) made`,
    [member.id, first, Math.max(1, Math.floor(size / DIRECT_SHARE)), size],
  );
}

/** Alternating, so that other load on the machine affects both. */
async function compare(
  name: string,
  asked: readonly string[],
  { few, many, request }: { few: Sender; many: Sender; request: SendRequest },
): Promise<void> {
  const timesMs = { few: [] as number[], many: [] as number[] };
  for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1) {
    const [fewMs, manyMs] = [await open(asked, few, request), await open(asked, many, request)];
    if (round < 0) continue;
    timesMs.few.push(fewMs);
    timesMs.many.push(manyMs);
  }
  const ratio = median(timesMs.many) / median(timesMs.few);
  console.log(
    `${name}: with ${FEW} below ${median(timesMs.few).toFixed(2)} ms, with ${MANY.toLocaleString('en')} ${median(timesMs.many).toFixed(2)} ms, ` +
      `ratio ${ratio.toFixed(2)}`,
  );
  noteFigure('team', ratio);
  if (ratio > HIGHEST_RATIO) process.exitCode = 1;
}

/** All at once, like the page. */
async function open(asked: readonly string[], { token }: Sender, request: SendRequest): Promise<number> {
  const startedAt = performance.now();
  const answers = await Promise.all(asked.map((path) => request('GET', path, { authorization: `Bearer ${token}` })));
  const took = performance.now() - startedAt;
  const refused = answers.find(({ status }) => status !== 200);
  if (refused) throw new Error(`the page was answered with ${refused.status}: ${refused.text}`);
  return took;
}
