import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { v7 } from 'uuid';
import { createDatabase } from '../../../provider/db/database.ts';
import { pooledAccount, promiseAccount } from '../../../provider/ledger/account.ts';
import { postTransaction } from '../../../provider/ledger/post.ts';
import { beginSession } from '../../../provider/modules/account/sessions.ts';
import { asAdmin } from '../../support/as-admin.ts';
import { asServerRole } from '../../support/server-role.ts';
import { operate } from '../operate.ts';
import { SITE_URL, startProvider } from '../start-provider.ts';
import { newWallet, signIn } from '../sign-in.ts';
import { byTwo } from './by-two.ts';
import { runTool, type ToolOutcome } from './run-tool.ts';

/** The files that docs/operations names. */
const EXAMPLES = fileURLToPath(new URL('../../../docs/examples', import.meta.url));

const CLI = fileURLToPath(new URL('../../../provider/cli.ts', import.meta.url));

vi.setConfig({ testTimeout: 120_000 });

/** A command as most tests need it: in this process, since to start another one takes as long as ten commands. */
function run(databaseUrl: string, ...words: string[]): Promise<ToolOutcome> {
  return runTool({ DATABASE_URL: databaseUrl, PUBLIC_CHAIN_RPC_URL: inject('chainUrl') }, ...words);
}

/** The same for what one person proposes and another approves. */
function agreed(databaseUrl: string, ...words: string[]): Promise<ToolOutcome> {
  return byTwo({ DATABASE_URL: databaseUrl, PUBLIC_CHAIN_RPC_URL: inject('chainUrl') }, ...words);
}

/** The tool as an operator starts it. */
function runProcess(environment: NodeJS.ProcessEnv, ...words: string[]): Promise<ToolOutcome> {
  const env = { ...process.env, PUBLIC_SITE_URL: SITE_URL, PUBLIC_CHAIN_RPC_URL: inject('chainUrl'), ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...words], { env }, (error, output, errors) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ exitCode, output, errors });
    });
  });
}

it('says which role it needs where it is given the server’s, and changes nothing', async () => {
  const provider = await startProvider();
  const { id, wallet } = await signIn(provider);
  const refused = await run(asServerRole(provider.databaseUrl), 'block', wallet.address, '--yes', '--why', 'a test');
  expect(refused).toMatchObject({ exitCode: 1, output: '' });
  expect(refused.errors).toMatch(/The role \w+ may not do this: give the DATABASE_URL of the role that owns JuFi’s tables\./);
  const withoutRight = await run(asServerRole(provider.databaseUrl), 'payout-role', 'payouts_of_nobody', '--yes');
  expect(withoutRight).toMatchObject({ exitCode: 1, output: '' });
  const { rows } = await provider.pool.query('select blocked_at from member where id = $1', [id]);
  expect(rows).toEqual([{ blocked_at: null }]);
});

it('lists its commands, and names an unknown command', async () => {
  const help = await runProcess({}, 'help');
  expect(help).toMatchObject({ exitCode: 0, errors: '' });
  const names = [
    'migrate',
    'login-link <address|uid|username|hash|id>',
    'publish <folder>',
    'block <address|uid|username|hash|id>',
    'open-poll',
    'close-poll',
    'issue-codes',
    'fund',
    'audit',
  ];
  for (const name of [...names, 'export <members|transactions> [--format <jsonl|csv>] [--out <file>]']) expect(help.output).toContain(name);
  expect(await runProcess({}, 'explode')).toMatchObject({ exitCode: 1, errors: expect.stringContaining('explode') as string });
  expect(await run('', 'login-link')).toMatchObject({
    exitCode: 1,
    errors: expect.stringContaining('login-link <address|uid|username|hash|id>') as string,
  });
});

it('says which setting is wrong, without a stack', async () => {
  const { exitCode, errors } = await runProcess({ DATABASE_URL: 'mysql://here' }, 'migrate');
  expect(exitCode).toBe(1);
  expect(errors).toContain('DATABASE_URL');
  expect(errors).not.toContain('at ');
});

it('gives a login link that signs in, if it is used within ten minutes', async () => {
  // The tool goes by the time of day, so the provider must too.
  const provider = await startProvider({ clock: () => new Date() });
  const { wallet, id } = await signIn(provider);
  const link = async (): Promise<string> => {
    const { output, exitCode } = await agreed(provider.databaseUrl, 'login-link', wallet.address);
    expect(exitCode).toBe(0);
    const [, token = ''] = /^https:\/\/jufi\.example\/home\?token=([\w-]{43})$/m.exec(output) ?? [];
    return token;
  };
  const token = await link();
  expect((await provider.call('userInfo', { token })).id).toBe(id);
  const { token: session } = await provider.call('exchangeToken', { token, body: {} });
  expect((await provider.call('userInfo', { token: session })).id).toBe(id);
  expect((await provider.send('GET', '/profile/userInfo', { token })).status).toBe(401);
  const { rows } = await provider.pool.query<{ minutes: string }>(
    `select round(extract(epoch from idle_until - last_used_at) / 60) as minutes from session where token_hash = sha256($1::bytea)`,
    [await link()],
  );
  expect(Number(rows[0]?.minutes)).toBe(10);
  const stale = await link();
  await provider.pool.query(`update session set idle_until = now() - interval '1 ms' where token_hash = sha256($1::bytea)`, [stale]);
  expect((await provider.send('GET', '/profile/userInfo', { token: stale })).status).toBe(401);
  expect(await agreed(provider.databaseUrl, 'login-link', newWallet().address)).toMatchObject({ exitCode: 1 });
});

it('undoes the referrer that a member named in the last 24 hours', async () => {
  const provider = await startProvider({ clock: () => new Date() });
  const [sponsor, { wallet, token }] = [await signIn(provider), await signIn(provider)];
  await provider.call('referBy', { token, body: { referralCode: sponsor.referralCode } });
  expect(await run(provider.databaseUrl, 'undo-referrer', wallet.address, '--yes', '--why', 'a test')).toMatchObject({ exitCode: 0 });
  expect((await provider.call('userInfo', { token })).referrer).toBeNull();
  const again = await run(provider.databaseUrl, 'undo-referrer', wallet.address, '--yes', '--why', 'a test');
  expect(again).toMatchObject({ exitCode: 1, errors: expect.stringContaining('nothing was changed') as string });
});

it('publishes, moves and withdraws an announcement', async () => {
  const provider = await startProvider({ clock: () => new Date() });
  const folder = await mkdtemp(join(tmpdir(), 'jufi-announcement-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(await run(provider.databaseUrl, 'publish', folder)).toMatchObject({
    exitCode: 1,
    errors: expect.stringContaining(folder) as string,
  });
  await writeFile(join(folder, 'announcement.json'), JSON.stringify({ slug: 'hello', category: 'NEWS', pinned: false }));
  await writeFile(join(folder, 'en.md'), '# Hello\n\nIn short.\n\nAt *length*.\n\nAnd more.\n');
  const german = join(folder, 'de.md');
  await writeFile(german, '# Hallo\n\nIn Kürze.\n\nMit \u202e*Weile*.\n');
  expect((await run(provider.databaseUrl, 'publish', folder)).errors).toContain('de.md holds U+202E in line 5');
  await writeFile(german, '# Hallo\n\nIn Kürze.\n\nMit *Weile*.\n');
  expect((await run(provider.databaseUrl, 'publish', folder)).output).toContain('Published /announcements/hello in en, de.');
  const { announcementList } = await provider.call('announcementList', { language: 'de' });
  expect(announcementList).toMatchObject([{ slug: 'hello', title: 'Hallo', summary: 'In Kürze.', body: 'Mit *Weile*.' }]);
  expect((await run(provider.databaseUrl, 'move', 'hello', 'good-day')).exitCode).toBe(0);
  expect((await provider.call('announcementList', { query: { slug: 'hello' } })).movedTo).toBe('good-day');
  expect((await run(provider.databaseUrl, 'withdraw', 'good-day', '--yes')).exitCode).toBe(0);
  expect((await provider.call('announcementList', { query: { slug: 'good-day' } })).gone).toBe(true);
  expect(await run(provider.databaseUrl, 'withdraw', 'nothing', '--yes')).toMatchObject({
    exitCode: 1,
    errors: expect.stringContaining('nothing') as string,
  });
});

it('blocks and unblocks a member, whose old tokens stay dead, and audits the ledger', async () => {
  const provider = await startProvider();
  const { token, wallet, id } = await signIn(provider);
  const status = async (): Promise<number> => (await provider.send('GET', '/profile/userInfo', { token })).status;
  expect((await run(provider.databaseUrl, 'block', wallet.address, '--yes', '--why', 'a test')).output).toContain(
    'blocked; 1 sessions and links were ended',
  );
  expect(await status()).toBe(401);
  // Like a sign-in that was in progress.
  const late = await beginSession(createDatabase(provider.pool), provider.time.now, id, 'WALLET');
  expect((await provider.send('GET', '/profile/userInfo', { token: late.token })).status).toBe(403);
  expect((await run(provider.databaseUrl, 'unblock', wallet.address, '--why', 'a test')).exitCode).toBe(0);
  expect(await status()).toBe(401);
  expect((await provider.send('GET', '/profile/userInfo', { token: late.token })).status).toBe(401);
  expect((await agreed(provider.databaseUrl, 'fund', 'reward', '5')).exitCode).toBe(0);
  expect(await run(provider.databaseUrl, 'audit')).toMatchObject({
    errors: '',
    exitCode: 0,
    output: expect.stringContaining('sound: 1 transactions') as string,
  });
});

it('ends all sessions and links of a member, who signs in again at once', async () => {
  const provider = await startProvider();
  const [first, other] = [await signIn(provider), await signIn(provider)];
  const again = await signIn(provider, first.wallet);
  const link = await beginSession(createDatabase(provider.pool), provider.time.now, first.id, 'LINK');
  expect((await run(provider.databaseUrl, 'end-sessions', first.wallet.address, '--why', 'a test')).output).toContain(
    'Ended 3 sessions and links',
  );
  for (const { token } of [first, again, link]) expect((await provider.send('GET', '/profile/userInfo', { token })).status).toBe(401);
  expect((await provider.call('userInfo', { token: other.token })).id).toBe(other.id);
  expect((await signIn(provider, first.wallet)).id).toBe(first.id);
});

it.each([
  ['block', ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '--why', 'a test']],
  ['withdraw', ['hello']],
  ['close-poll', [randomUUID()]],
])('%s asks for confirmation, and does nothing without a terminal', async (name, operands) => {
  const { databaseUrl, pool } = await startProvider();
  const outcome = await run(databaseUrl, name, ...operands);
  expect(outcome).toMatchObject({ exitCode: 1, output: '' });
  expect(outcome.errors).toContain('?');
  expect(outcome.errors).toContain('Nothing was done: there is nobody to answer. Add --yes to go ahead.');
  const { rows } = await pool.query(
    'select (select count(*)::int from ledger_transaction) + (select count(*)::int from activation_code) as written',
  );
  expect(rows).toEqual([{ written: 0 }]);
});

it('funds a pool from outside, once for each proposal, and says what it did', async () => {
  const { databaseUrl, pool } = await startProvider();
  const fund = (...operands: string[]): Promise<ToolOutcome> => agreed(databaseUrl, 'fund', ...operands);
  expect((await fund('reward', '1500.250')).output).toMatch(
    /^Booked 1500\.25 JUF into the reward pool as [0-9a-f-]{36}; 1500\.25 JUF are now available in the pool\.$/,
  );
  expect((await fund('insurance', '10.5', '--remark', 'a gift')).output).toContain('10.5 USDT are now available in the pool');
  expect((await fund('bonus', '0.0000001')).errors).toContain('isn’t an amount of USDT');
  expect((await fund('bonus', '0')).errors).toContain('isn’t an amount of USDT');
  expect((await fund('treasury', '1')).errors).toContain('one of reward, bonus, insurance');
  const { rows } = await pool.query<{ kind: string; balance: string }>(
    `select kind::text, sum(balance)::text as balance from ledger_account where owner_id = '00000000-0000-0000-0000-000000000000' group by kind, token having sum(balance) <> 0 order by kind::text, 2`,
  );
  expect(rows).toEqual([
    { kind: 'INSURANCE_POOL_FREE', balance: '10500000' },
    { kind: 'OUTSIDE_WORLD', balance: '-10500000' },
    { kind: 'OUTSIDE_WORLD', balance: '-1500250000000000000000' },
    { kind: 'REWARD_POOL_FREE', balance: '1500250000000000000000' },
  ]);
  const audit = await run(databaseUrl, 'audit');
  expect(audit).toMatchObject({ exitCode: 0, output: expect.stringContaining('sound: 2 transactions') as string });
  expect((await pool.query('select sound from ledger_audit_run')).rows).toEqual([{ sound: true }]);
});

it('an audit of a broken ledger names the first problem and fails', async () => {
  const { databaseUrl, pool } = await startProvider();
  await asAdmin(databaseUrl, (client) => client.query('alter table ledger_account disable trigger all'));
  await pool.query(`insert into ledger_account (kind, token, owner_id, balance) values ('AVAILABLE', 'JU', $1, 5)`, [randomUUID()]);
  const audit = await run(databaseUrl, 'audit');
  expect(audit).toMatchObject({ exitCode: 1, output: '' });
  expect(audit.errors).toMatch(/^The ledger is broken. It is not true that .* \([A-Z_]+\)\.$/m);
});

it('opens a poll with its translations and closes it before its time', async () => {
  const provider = await startProvider({ clock: () => new Date() });
  const folder = await mkdtemp(join(tmpdir(), 'jufi-poll-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'poll.json');
  const open = async (poll: object): Promise<ToolOutcome> => {
    await writeFile(file, JSON.stringify(poll));
    return run(provider.databaseUrl, 'open-poll', file);
  };
  const draft = {
    endsAt: new Date(Date.now() + 86_400_000).toISOString(),
    title: { en: 'Which?', de: 'Welche?' },
    body: { en: 'Say.', de: 'Sag.' },
    options: [{ en: 'This', de: 'Diese' }, { en: 'That' }],
  };
  const { output, errors } = await open(draft);
  expect(errors).toBe('');
  const [, id = ''] = /^Opened poll ([0-9a-f-]{36}): “Which\?” with 2 options/.exec(output) ?? [];
  const { poll } = await provider.call('dashboardHome', { language: 'de' });
  expect(poll).toMatchObject({ id, title: 'Welche?', body: 'Sag.', options: [{ label: 'Diese' }, { label: 'That' }] });
  expect((await run(provider.databaseUrl, 'close-poll', id, '--yes')).output).toContain(`Closed poll ${id} with 0 votes.`);
  expect((await provider.call('dashboardHome')).poll).toBeNull();
  expect((await run(provider.databaseUrl, 'close-poll', id, '--yes')).errors).toContain('ended at');
  expect((await run(provider.databaseUrl, 'close-poll', randomUUID(), '--yes')).errors).toContain('There is no poll');
  expect((await open({ ...draft, title: { de: 'Welche?' } })).errors).toContain('title lacks English');
  expect((await open({ ...draft, body: { en: 'Say.' } })).errors).toContain('de has only a title or only a body');
  expect((await open({ ...draft, endsAt: '2020-01-01T00:00:00Z' })).errors).toContain('endsAt is not after');
  expect((await open({ ...draft, options: [{ en: 'This' }] })).exitCode).toBe(1);
  expect((await open({ ...draft, options: [{ en: 'Th\u200bis' }, { en: 'That' }] })).errors).toContain(
    'options.0.en the text holds U+200B',
  );
});

it('opens a poll with an id once, however often it is called, and refuses another poll with that id', async () => {
  const provider = await startProvider({ clock: () => new Date() });
  const folder = await mkdtemp(join(tmpdir(), 'jufi-poll-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const id = randomUUID();
  const written: Record<string, unknown> = JSON.parse(await readFile(join(EXAMPLES, 'poll.json'), 'utf8')) as Record<string, unknown>;
  const open = async (changes: object): Promise<ToolOutcome> => {
    const file = join(folder, 'poll.json');
    await writeFile(file, JSON.stringify({ ...written, id: id.toUpperCase(), ...changes }));
    return run(provider.databaseUrl, 'open-poll', file);
  };
  expect((await open({ opensAt: '2020-01-01T00:00:00Z' })).errors).toContain('opensAt is in the past');
  expect((await open({})).output).toContain(`Opened poll ${id}`);
  expect(await open({ opensAt: '2020-01-01T00:00:00Z' })).toMatchObject({
    exitCode: 0,
    output: `Poll ${id} was opened before. Nothing was changed.`,
  });
  expect(await open({ options: [{ en: 'Another' }, { en: 'question' }] })).toMatchObject({
    exitCode: 1,
    errors: expect.stringContaining(`Another poll already has the id ${id}.`) as string,
  });
  expect((await open({ id: 'the-second' })).exitCode).toBe(1);
  const { rows } = await provider.pool.query<{ polls: string }>('select count(*) as polls from poll');
  expect(rows).toEqual([{ polls: '1' }]);
});

it('publishes the announcement that the documents show', async () => {
  const provider = await startProvider({ clock: () => new Date() });
  const { output, errors } = await run(provider.databaseUrl, 'publish', join(EXAMPLES, 'announcement'));
  expect(errors).toBe('');
  expect(output).toBe(
    'Published /announcements/maintenance-in-march in en, de.\nReaders of zh, tw, id, vn, th, kr, jp, it see the English text, marked as English.',
  );
});

it('makes activation codes that members can use, as far as the reward pool can pay', async () => {
  const provider = await startProvider({ clock: () => new Date() });
  const issue = (...operands: string[]): Promise<ToolOutcome> => agreed(provider.databaseUrl, 'issue-codes', ...operands);
  expect((await issue('2', '--juf', '10')).errors).toBe('There is less in the accounts that it would be taken from. Nothing was done.');
  await agreed(provider.databaseUrl, 'fund', 'reward', '20');
  const made = await issue('2', '--juf', '10', '--days', '5');
  expect(made.exitCode).toBe(0);
  expect(made.errors).toBe('Created 2 codes that each give 10 JUF. They can’t be shown again.');
  const codes = made.output.trim().split('\n');
  expect(codes).toHaveLength(2);
  const { token } = await signIn(provider);
  const headers = { 'idempotency-key': randomUUID() };
  expect(await provider.send('POST', '/profile/activeCode', { token, headers, body: { code: codes[0] } })).toMatchObject({
    status: 200,
    data: { reward: { kind: 'JUF', amount: '10' } },
  });
  expect((await issue('1', '--role', 'GOLD')).exitCode).toBe(0);
  expect((await issue('1', '--role', 'KING')).errors).toContain('one of SILVER, GOLD, PLATINUM, DIAMOND');
  expect((await issue('1', '--score', '1', '--juf', '1')).errors).toContain('one of --juf');
  expect((await issue('0', '--score', '1')).errors).toContain('whole number from 1 to 1000');
});

it('exports members and transactions, whole, exact and safe to open', async () => {
  const provider = await startProvider();
  const { id, wallet } = await signIn(provider);
  await agreed(provider.databaseUrl, 'fund', 'reward', '1500.25', '--remark', '=cmd|"x", y');
  const members = await run(provider.databaseUrl, 'export', 'members');
  expect(members.errors).toBe('Wrote 1 rows.');
  expect(JSON.parse(members.output)).toMatchObject({
    id,
    address: wallet.address,
    createdAt: provider.time.now.toISOString(),
    blockedAt: null,
  });
  const csv = `${(await run(provider.databaseUrl, 'export', 'transactions', '--format', 'csv')).output}\n`.split('\r\n');
  expect(csv[0]).toBe(
    'transactionId,kind,phase,resolves,occurredAt,hash,chainHash,remark,ordinal,account,ownerId,token,amount,fee,balanceAfter',
  );
  expect(csv).toHaveLength(4);
  expect(csv[1]).toContain(`,"'=cmd|""x"", y",`);
  expect(csv.slice(1, 3).map((line) => line.split(',').slice(-4).join(','))).toEqual(['JUF,1500.25,0,1500.25', 'JUF,-1500.25,0,-1500.25']);
  const folder = await mkdtemp(join(tmpdir(), 'jufi-export-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'members.jsonl');
  expect(await run(provider.databaseUrl, 'export', 'members', '--out', file)).toMatchObject({ exitCode: 0, output: '' });
  expect(await readFile(file, 'utf8')).toBe(`${members.output}\n`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await run(provider.databaseUrl, 'export', 'members', '--out', file)).errors).toContain('exists already');
  expect((await run(provider.databaseUrl, 'export', 'secrets')).errors).toContain('one of members, transactions');
});

it('exports any number of rows', async () => {
  const provider = await startProvider();
  const codes = Array.from({ length: 2_500 }, () => promiseAccount('REWARD_POOL_RESERVED', randomUUID()));
  const entries = codes.map((account) => ({ account, token: 'JUF' as const, amountBaseUnits: 1n }));
  const source = { account: pooledAccount('OUTSIDE_WORLD'), token: 'JUF' as const, amountBaseUnits: -2_500n };
  await operate(provider, (tx) =>
    postTransaction(tx, { id: v7(), kind: 'ADJUSTMENT', occurredAt: provider.time.now, entries: [...entries, source] }),
  );
  const { output, errors } = await run(provider.databaseUrl, 'export', 'transactions');
  expect(errors).toBe('Wrote 2501 rows.');
  expect(new Set(output.trim().split('\n')).size).toBe(2_501);
  // Whoever reads has seen enough after the first piece.
  const child = spawn(process.execPath, [CLI, 'export', 'transactions'], {
    env: { PATH: process.env['PATH'], DATABASE_URL: provider.databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  child.stderr.on('data', (piece: Buffer) => void said.push(piece.toString()));
  child.stdout.once('data', () => child.stdout.destroy());
  const [code] = (await once(child, 'close')) as [number | null];
  expect([code, said.join('')]).toEqual([0, expect.stringMatching(/^Wrote \d+ rows\.\n$/)]);
});

it('reports an unreachable database in one line', async () => {
  const { exitCode, errors } = await run('postgres://me:hunter2@127.0.0.1:1/jufi', 'audit');
  expect(exitCode).toBe(1);
  expect(errors).toMatch(/^The database 127\.0\.0\.1:1\/jufi can’t be used \(.*ECONNREFUSED.*\)\. .*npm start/);
  expect(errors).not.toMatch(/hunter2|\n.*at /);
});

it('reports a database of another version in one line that says what to do', async () => {
  const { databaseUrl, pool } = await startProvider();
  await pool.query(`update schema_migration set sha256 = 'other' where name = '1000_baseline.sql'`);
  for (const parameters of [['migrate'], []]) {
    const { exitCode, errors } = await runProcess({ DATABASE_URL: databaseUrl }, ...parameters);
    expect(exitCode).toBe(1);
    expect(errors.trim().split('\n')).toEqual([expect.stringMatching(/1000_baseline\.sql.*move DATA_DIR away to start empty\.$/)]);
  }
});

it('reports a taken port in one line', async () => {
  const { databaseUrl } = await startProvider();
  const taken = createServer();
  onTestFinished(() => void taken.close());
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  const { exitCode, errors } = await runProcess({ DATABASE_URL: databaseUrl, PROVIDER_PORT: String(port) });
  expect({ exitCode, errors }).toEqual({
    exitCode: 1,
    errors: `PROVIDER_PORT ${port} on 127.0.0.1 is taken by another program: end that program, or start with PROVIDER_PORT set to a free port.\n`,
  });
});

it('runs the provider as its own process, and stops it on SIGTERM', async () => {
  const { databaseUrl } = await startProvider();
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    PUBLIC_CHAIN_RPC_URL: inject('chainUrl'),
    PROVIDER_PORT: '0',
    PUBLIC_SITE_URL: SITE_URL,
  };
  const child = spawn(process.execPath, [CLI], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const port = await new Promise<number>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const entry = JSON.parse(line) as { port?: number };
      if (entry.port !== undefined) resolve(entry.port);
    });
  });
  const address = newWallet().address;
  const response = await fetch(`http://127.0.0.1:${port}/api/account/nonce?address=${address}`, { headers: { origin: SITE_URL } });
  expect(response.headers.get('access-control-allow-origin')).toBe(SITE_URL);
  expect(await response.text()).toContain('jufi.example wants you to sign in');
  const head = await fetch(`http://127.0.0.1:${port}/api/dashboard/announcementList`, { method: 'HEAD' });
  expect(head.status).toBe(200);
  expect(await head.text()).toBe('');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
