import { sql } from 'drizzle-orm';
import { userInfo } from 'node:os';
import { expect, it, vi } from 'vitest';
import { commandSources, loadCommands } from '../../../provider/operator/command-sources.ts';
import { withDatabase } from '../../../provider/operator/with-database.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import { newWallet, signIn } from '../sign-in.ts';
import { startProvider } from '../start-provider.ts';
import { runTool } from './run-tool.ts';

vi.setConfig({ testTimeout: 60_000 });

const { username } = userInfo();

it('writes down who did what, when and why, how it ended, and what was refused', async () => {
  const provider = await startProvider();
  const { wallet } = await signIn(provider);
  const env = { DATABASE_URL: provider.databaseUrl, OPERATOR_NAME: 'Ada L.' };
  const stranger = newWallet().address;
  const role = new URL(provider.databaseUrl).username;
  const before = Date.now();
  expect((await runTool(env, 'end-sessions', wallet.address, '--why', 'the phone was stolen')).exitCode).toBe(0);
  expect((await runTool({ ...env, OPERATOR_NAME: '' }, 'block', stranger, '--yes', '--why', 'a test')).exitCode).toBe(1);
  const { output } = await runTool(env, 'acts');
  const [listing, second, first] = output.split('\n');
  expect(listing).toContain(`${role} (Ada L., ${username})  acts  not ended`);
  expect(second).toMatch(new RegExp(`UTC  ${role} \\(${username}\\)  block ${stranger}  failed  because: a test$`));
  expect(first).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC {2}\S+ \(Ada L\., /);
  expect(first).toContain(`end-sessions ${wallet.address}  done  because: the phone was stolen`);
  expect(Date.parse(`${first?.slice(0, 19).replace(' ', 'T') ?? ''}Z`)).toBeGreaterThanOrEqual(Math.floor(before / 1_000) * 1_000);
});

it('lists by command, by whom, by member, by what was typed and since a day', async () => {
  const provider = await startProvider();
  const { wallet, uid, id, token } = await signIn(provider);
  const { username } = await provider.call('userInfo', { token });
  const env = { DATABASE_URL: provider.databaseUrl };
  await runTool({ ...env, OPERATOR_NAME: 'Ada' }, 'fund', 'reward', '5', '--remark', 'a gift_for%you', '--why', 'a test');
  await runTool({ ...env, OPERATOR_NAME: 'Bob' }, 'block', wallet.address, '--yes', '--why', 'a test');
  const listed = async (...words: string[]): Promise<string[]> =>
    (await runTool(env, 'acts', ...words)).output
      .split('\n')
      .flatMap((line) => /\) {2}([\w-]+)/.exec(line)?.[1] ?? [])
      .filter((command) => command !== 'acts');
  expect(await listed('--by', 'Ada')).toEqual(['fund']);
  expect(await listed('--command', 'block')).toEqual(['block']);
  // Whoever it was about, whatever was typed then or now.
  for (const named of [wallet.address.toLowerCase(), uid, id, username]) expect(await listed('--about', named), named).toEqual(['block']);
  expect(await listed('--about', 'gift%')).toEqual([]);
  expect(await listed('--about', 'gift_for%')).toEqual(['fund']);
  expect(await listed('--since', '2999-01-01')).toEqual([]);
  expect((await runTool(env, 'acts', '--since', 'yesterday')).errors).toContain('--since takes a day');
});

it('keeps no token or signature, and takes nothing back', async () => {
  const provider = await startProvider();
  const { token } = await signIn(provider);
  const env = { DATABASE_URL: provider.databaseUrl };
  // A token may begin with a hyphen.
  await runTool(env, 'end-sessions', '--why', `found ${token}`, '--', token);
  const { output } = await runTool(env, 'acts', '--command', 'end-sessions');
  expect(output).toContain('end-sessions "…"  failed  because: found …');
  expect(output).not.toContain(token);
  await expect(provider.pool.query('delete from operator_act')).rejects.toThrow('acts are kept');
  await expect(provider.pool.query(`update operator_act set os_user = 'somebody'`)).rejects.toThrow('stays as it was');
  await expect(provider.pool.query(`update operator_act set outcome = 'DONE' where outcome = 'FAILED'`)).rejects.toThrow('stays as it was');
});

it('does nothing but migrate on a database that has no table of acts', async () => {
  const database = await freshDatabase();
  try {
    const env = { DATABASE_URL: database.url };
    expect((await runTool(env, 'audit')).errors).toContain('Run `npm run provider -- migrate` first. Nothing was done.');
    expect((await runTool(env, 'migrate')).exitCode).toBe(0);
    expect((await runTool(env, 'acts')).output).toContain('migrate  done');
    // Before any process has started, so that an operator can look at the terms and change them first.
    expect((await runTool(env, 'terms', 'show')).output).toContain('// version 1, ');
    expect((await runTool(env, 'migrate')).output).toBe('The database is up to date.');
  } finally {
    await database.drop();
  }
});

it('says in a line that the database went away in the middle', async () => {
  const database = await freshDatabase();
  const lost = withDatabase(database.url, async (opened) => {
    await database.drop();
    await opened.execute(sql`select 1`);
  });
  await expect(lost).rejects.toThrow(/^The database \S+ can’t be used \(/);
});

it('every command is an act, but for those that need no database and the payout process', async () => {
  const unwritten = (await loadCommands()).filter((each) => 'runApart' in each).map(({ name }) => name);
  expect(unwritten).toEqual(['verify-proof', 'payouts']);
});

it('finds each command by the name that it gives itself', async () => {
  for (const { names, load } of commandSources) expect((await load()).map(({ name }) => name)).toEqual(names);
});
