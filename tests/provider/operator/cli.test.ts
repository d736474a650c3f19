import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { SITE_URL, startProvider } from '../start-provider.ts';
import { newWallet, signIn } from '../sign-in.ts';

const CLI = fileURLToPath(new URL('../../../provider/cli.ts', import.meta.url));

// Each command is a process of its own.
vi.setConfig({ testTimeout: 120_000 });

interface Outcome {
  exitCode: number;
  output: string;
  errors: string;
}

function run(databaseUrl: string, ...parameters: string[]): Promise<Outcome> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, PUBLIC_SITE_URL: SITE_URL, PUBLIC_CHAIN_RPC_URL: inject('chainUrl') };
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...parameters], { env }, (error, output, errors) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ exitCode, output, errors });
    });
  });
}

it('lists its commands, and names a command that is not there', async () => {
  const help = await run('', 'help');
  expect(help).toMatchObject({ exitCode: 0, errors: '' });
  for (const name of ['migrate', 'login-link <address>', 'publish <folder>', 'block <address>', 'audit'])
    expect(help.output).toContain(name);
  expect(await run('', 'explode')).toMatchObject({ exitCode: 1, errors: expect.stringContaining('explode') as string });
  expect(await run('', 'login-link')).toMatchObject({ exitCode: 1, errors: expect.stringContaining('login-link <address>') as string });
});

it('says which setting is wrong, without a stack', async () => {
  const { exitCode, errors } = await run('mysql://here', 'migrate');
  expect(exitCode).toBe(1);
  expect(errors).toContain('DATABASE_URL');
  expect(errors).not.toContain('at ');
});

it('gives a login link that signs in, if it is used within ten minutes', async () => {
  // The tool goes by the time of day, so the provider must too.
  const provider = await startProvider({ clock: () => new Date() });
  const { wallet, id } = await signIn(provider);
  const link = async (): Promise<string> => {
    const { output, exitCode } = await run(provider.databaseUrl, 'login-link', wallet.address);
    expect(exitCode).toBe(0);
    const [, token = ''] = /^https:\/\/jufi\.example\/home\?token=([\w-]{43})$/m.exec(output) ?? [];
    return token;
  };
  const token = await link();
  expect((await provider.ask('userInfo', { token })).id).toBe(id);
  const { rows } = await provider.pool.query<{ minutes: string }>(
    `select round(extract(epoch from idle_until - last_used_at) / 60) as minutes from session where token_hash = sha256($1::bytea)`,
    [await link()],
  );
  expect(Number(rows[0]?.minutes)).toBe(10);
  const stale = await link();
  await provider.pool.query(`update session set idle_until = now() where token_hash = sha256($1::bytea)`, [stale]);
  expect((await provider.send('GET', '/profile/userInfo', { token: stale })).status).toBe(401);
  expect(await run(provider.databaseUrl, 'login-link', newWallet().address)).toMatchObject({ exitCode: 1 });
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
  await writeFile(join(folder, 'de.md'), '# Hallo\n\nIn Kürze.\n\nMit *Weile*.\n');
  expect((await run(provider.databaseUrl, 'publish', folder)).output).toContain('Published /announcements/hello in en, de.');
  const { announcementList } = await provider.ask('announcementList', { language: 'de' });
  expect(announcementList).toMatchObject([{ slug: 'hello', title: 'Hallo', summary: 'In Kürze.', body: 'Mit *Weile*.' }]);
  expect((await run(provider.databaseUrl, 'move', 'hello', 'good-day')).exitCode).toBe(0);
  expect((await provider.ask('announcementList', { query: { slug: 'hello' } })).movedTo).toBe('good-day');
  expect((await run(provider.databaseUrl, 'withdraw', 'good-day')).exitCode).toBe(0);
  expect((await provider.ask('announcementList', { query: { slug: 'good-day' } })).gone).toBe(true);
  expect(await run(provider.databaseUrl, 'withdraw', 'nothing')).toMatchObject({
    exitCode: 1,
    errors: expect.stringContaining('nothing') as string,
  });
});

it('blocks and unblocks a member, and audits the ledger', async () => {
  const provider = await startProvider({ developmentContent: true });
  const { token, wallet } = await signIn(provider);
  const status = async (): Promise<number> => (await provider.send('GET', '/profile/userInfo', { token })).status;
  expect((await run(provider.databaseUrl, 'block', wallet.address)).exitCode).toBe(0);
  expect(await status()).toBe(403);
  expect((await run(provider.databaseUrl, 'unblock', wallet.address)).exitCode).toBe(0);
  expect(await status()).toBe(200);
  expect(await run(provider.databaseUrl, 'audit')).toMatchObject({
    errors: '',
    exitCode: 0,
    output: expect.stringContaining('sound: 3 transactions') as string,
  });
});

it('starts the provider by itself, and ends it when told to', async () => {
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
