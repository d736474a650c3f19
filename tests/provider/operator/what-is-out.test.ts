import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, crc32 } from 'node:zlib';
import { describe, expect, inject, it, vi } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { signIn } from '../sign-in.ts';
import { startProvider, type TestProvider } from '../start-provider.ts';
import { byTwo } from './by-two.ts';
import { runTool, type ToolOutcome } from './run-tool.ts';

vi.setConfig({ testTimeout: 60_000 });

/* What has been published, asked and given away, and can be found again; and what is refused before anybody sees it. */

interface Desk {
  provider: TestProvider;
  folder: string;
  pictures: string;
  run: (...words: string[]) => Promise<ToolOutcome>;
  /** What one person proposes and another approves. */
  agreed: (...words: string[]) => Promise<ToolOutcome>;
  /** Publishes an announcement with this body, in English and what else is given. */
  publish: (slug: string, body: string, others?: Record<string, string>) => Promise<ToolOutcome>;
}

async function openDesk(): Promise<Desk> {
  const provider = await startProvider({ clock: () => new Date() });
  const folder = temporaryFolder('desk');
  const pictures = join(folder, 'pictures');
  mkdirSync(pictures);
  const environment = { DATABASE_URL: provider.databaseUrl, PUBLIC_CHAIN_RPC_URL: inject('chainUrl'), PICTURES_DIR: pictures };
  const run = (...words: string[]): Promise<ToolOutcome> => runTool(environment, ...words);
  const agreed = (...words: string[]): Promise<ToolOutcome> => byTwo(environment, ...words);
  const publish: Desk['publish'] = (slug, body, others = {}) => {
    const draft = join(folder, slug, randomUUID());
    mkdirSync(draft, { recursive: true });
    writeFileSync(join(draft, 'announcement.json'), JSON.stringify({ slug, category: 'NEWS', pinned: false }));
    for (const [code, text] of Object.entries({ en: body, ...others }))
      writeFileSync(join(draft, `${code}.md`), `# A title\n\nIn short.\n\n${text}\n`);
    return run('publish', draft);
  };
  return { provider, folder, pictures, run, agreed, publish };
}

/** A grey picture (PNG, 5.2.2). */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = deflateSync(Buffer.alloc((width + 1) * height));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('publish refuses', () => {
  it('a picture that no reader would see, or that would move the text, however it is written', async () => {
    const { pictures, publish, provider } = await openDesk();
    writeFileSync(join(pictures, 'fees.png'), png(120, 60));
    writeFileSync(join(pictures, 'text.png'), 'not a picture');
    writeFileSync(join(pictures, 'huge.png'), Buffer.concat([png(120, 60), Buffer.alloc(4 * 1024 * 1024)]));
    for (const [body, says] of [
      ['![x](/pictures/none.png "100x100")', 'is no file at'],
      ['![x][picture]\n\n[picture]: /pictures/none.png "100x100"', 'is no file at'],
      ["Before ![x](/pictures/none.png '100x100') after", 'is no file at'],
      ['![x](/pictures/text.png "100x100")', 'is not a picture'],
      ['![x](/pictures/huge.png "120x60")', 'is larger than 4 MB'],
      ['![x](/pictures/fees.png "120x90")', 'is 120x60, which has other proportions than 120x90'],
      ['![x](/pictures/fees.png)', 'is not shown'],
      ['![x](https://elsewhere.example/fees.png "120x60")', 'is not shown'],
    ] as const) {
      const { exitCode, errors } = await publish('pictures', body);
      expect([exitCode, errors], body).toEqual([1, expect.stringContaining(says) as string]);
    }
    expect((await publish('pictures', 'Fine.', { de: '![x](/pictures/none.png "100x100")' })).errors).toMatch(/^de\.md: /);
    expect((await provider.call('announcementList')).announcementList).toEqual([]);
    for (const size of ['120x60', '60x30'])
      expect(await publish('pictures', `![x](/pictures/fees.png "${size}")`)).toMatchObject({ exitCode: 0, errors: '' });
  });

  it('a link that leads to no page of ours, and follows those that do', async () => {
    const { publish, run } = await openDesk();
    await publish('earlier', 'Text.');
    await run('move', 'earlier', 'before');
    await publish('gone', 'Text.');
    await run('withdraw', 'gone', '--yes');
    for (const link of [
      'https://jufi.example/nowhere',
      'https://jufi.example/fr/help',
      'https://jufi.example/de/nowhere',
      'https://jufi.example/announcements/never',
      'https://jufi.example/announcements/gone',
      'https://jufi.example/offline',
      '/wallet',
      'wallet',
      'javascript:alert(1)',
    ])
      expect([link, (await publish('links', `Look [here](${link}).`)).exitCode]).toEqual([link, 1]);
    for (const path of [
      ...['/', '/help#deposit', '/de', '/th/wallet/history?page=2', '/profile', '/announcements?category=news', '/announcements/before'],
      ...['/announcements/earlier', '/announcements/links', '/announcements/feed.xml', '/reserves.json', '/favicon.svg', '/api/docs'],
    ])
      expect([path, (await publish('links', `Look [here](https://jufi.example${path}).`)).errors]).toEqual([path, '']);
    expect((await publish('links', 'Look [there](https://elsewhere.example/nowhere).')).errors).toBe('');
  });
});

it('announcements lists what was published, with state and the languages that are missing', async () => {
  const { run, publish } = await openDesk();
  expect(await run('announcements')).toMatchObject({ exitCode: 0, output: '', errors: 'Nothing was published.' });
  const all = Object.fromEntries(['zh', 'tw', 'id', 'vn', 'th', 'kr', 'jp', 'it', 'de'].map((code) => [code, 'Text.']));
  expect((await publish('first', 'Text.', all)).output).not.toContain('Readers of');
  expect((await publish('second', 'Text.', { de: 'Text.' })).output).toContain(
    'Readers of zh, tw, id, vn, th, kr, jp, it see the English text',
  );
  await run('withdraw', 'first', '--yes');
  const lines = (await run('announcements')).output.split('\n');
  expect(lines).toEqual([
    expect.stringMatching(
      /^second {2}public {2}NEWS {2}published \S+Z {2}changed \S+Z {2}not in zh, tw, id, vn, th, kr, jp, it$/,
    ) as string,
    expect.stringMatching(/^first {2}withdrawn \S+Z {2}NEWS {2}published \S+Z {2}changed \S+Z {2}all languages$/) as string,
  ]);
});

it('polls lists what was asked, with the ids that close-poll takes', async () => {
  const { run, folder } = await openDesk();
  expect((await run('polls')).errors).toBe('There was no poll.');
  const file = join(folder, 'poll.json');
  const open = async (opensInMs: number): Promise<void> => {
    const at = (ms: number): string => new Date(Date.now() + ms).toISOString();
    const poll = {
      endsAt: at(opensInMs + 60_000),
      title: { en: 'Which?' },
      body: { en: 'Say.' },
      options: [{ en: 'This' }, { en: 'That' }],
    };
    writeFileSync(file, JSON.stringify(opensInMs === 0 ? poll : { ...poll, opensAt: at(opensInMs) }));
    expect(await run('open-poll', file)).toMatchObject({ exitCode: 0, output: expect.stringContaining('Readers of zh') as string });
  };
  await open(0);
  await open(3_600_000);
  const listed = (await run('polls')).output;
  expect(listed).toMatch(/^\S{36} {2}waiting {2}from \S+Z {2}to \S+Z {2}0 votes {2}Which\?\n\S{36} {2}open {2}/);
  const id = listed.split('\n')[1]?.slice(0, 36) ?? '';
  expect((await run('close-poll', id, '--yes')).exitCode).toBe(0);
  expect((await run('polls')).output).toContain(`${id}  closed`);
});

it('codes counts what was issued together and lists each, and revoke-codes ends what nobody has used', async () => {
  const { run, agreed, provider } = await openDesk();
  expect((await run('codes')).errors).toBe('No code was issued.');
  await agreed('fund', 'reward', '100');
  const issue = async (...words: string[]): Promise<string[]> => (await agreed('issue-codes', ...words)).output.split('\n');
  const [used = '', one = '', ...rest] = await issue('4', '--juf', '10');
  await issue('2', '--role', 'GOLD');
  const { token, id } = await signIn(provider);
  const activate = (code: string): ReturnType<TestProvider['send']> =>
    provider.send('POST', '/profile/activeCode', { token, headers: { 'idempotency-key': randomUUID() }, body: { code } });
  expect((await activate(used)).status).toBe(200);

  expect((await run('revoke-codes', one, '--why', 'a test')).output).toMatch(
    /^Revoke 1 code that nobody has used, \S{36}: 10 JUF return to the reward pool\. Proposed as/,
  );
  expect((await agreed('revoke-codes', one)).output).toBe('Revoked 1 code.');
  expect(await activate(one)).toMatchObject({ status: 422, code: 'CODE_EXPIRED' });
  expect((await agreed('revoke-codes', one)).errors).toContain('No code that could still be used');
  expect((await agreed('revoke-codes', used)).exitCode).toBe(1);
  const [roles = '', tokens = ''] = (await run('codes')).output.split('\n');
  expect(roles).toMatch(/^\S+Z {2}the role GOLD {2}2 open, 0 used, 0 expired, 0 revoked {2}until \S+Z$/);
  expect(tokens).toMatch(/^\S+Z {2}10 JUF {2}2 open, 1 used, 0 expired, 1 revoked {2}until \S+Z$/);
  const issued = tokens.split('  ')[0] ?? '';
  const each = (await run('codes', issued)).output.split('\n');
  const { uid } = await provider.call('userInfo', { token });
  expect(each.filter((line) => line.endsWith(`  by ${uid}`))).toHaveLength(1);
  expect(each.map((line) => line.split('  ')[2]).sort()).toEqual(['open', 'open', 'revoked', 'used']);
  expect((await run('codes', 'yesterday')).errors).toContain('isn’t a moment');

  const byId = each.find((line) => line.includes('  open'))?.slice(0, 36) ?? '';
  expect((await agreed('revoke-codes', byId)).output).toBe('Revoked 1 code.');
  expect((await agreed('revoke-codes', issued)).output).toBe('Revoked 1 code.');
  for (const code of rest) expect((await activate(code)).code).toBe('CODE_EXPIRED');
  // What they had set apart is back, and the books hold.
  expect(await run('audit', '--only', 'ledger')).toMatchObject({ exitCode: 0 });
  const { rows } = await provider.pool.query(
    `select sum(balance)::text as balance from ledger_account where kind = 'REWARD_POOL_FREE' and token = 'JUF'`,
  );
  expect([rows, id.length]).toEqual([[{ balance: String(90n * 10n ** 18n) }], 36]);
});

it('export transactions takes a period in UTC, from its first moment up to and without its last', async () => {
  const { run, agreed, provider } = await openDesk();
  for (const amount of ['1', '2', '3']) await agreed('fund', 'reward', amount);
  const { rows } = await provider.pool.query<{ at: Date }>('select occurred_at as at from ledger_transaction order by id');
  const [first = '', second = '', third = ''] = rows.map(({ at }) => at.toISOString());
  const amounts = async (...words: string[]): Promise<string[]> => {
    const { output, exitCode } = await run('export', 'transactions', ...words);
    expect(exitCode).toBe(0);
    return [...output.matchAll(/"amount":"(\d+)"/g)].map(([, amount = '']) => amount);
  };
  expect(await amounts()).toEqual(['1', '2', '3']);
  expect(await amounts('--from', first, '--to', third)).toEqual(['1', '2']);
  expect(await amounts('--from', second)).toEqual(['2', '3']);
  expect(await amounts('--to', second)).toEqual(['1']);
  const day = first.slice(0, 10);
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 2 * 86_400_000).toISOString().slice(0, 10);
  expect(await amounts('--from', day, '--to', next)).toEqual(['1', '2', '3']);
  expect(await amounts('--to', day)).toEqual([]);
  expect(await amounts('--from', second.replace('Z', '+00:00'))).toEqual(['2', '3']);
  for (const [words, says] of [
    [['transactions', '--from', '1 November'], '--from takes a day'],
    [['transactions', '--from', '2026-02-30'], '--from takes a day'],
    [['transactions', '--from', '2026-11-02', '--to', '2026-11-01'], '--to must be after --from'],
    [['transactions', '--from', '2026-11-01', '--to', '2026-11-01'], '--to must be after --from'],
    [['members', '--from', '2026-11-01'], 'are for transactions'],
  ] as const)
    expect(await run('export', ...words)).toMatchObject({ exitCode: 1, errors: expect.stringContaining(says) as string });
});

it('report month is a trial balance whose sums are zero, with what moved it by kind', async () => {
  const { run, agreed } = await openDesk();
  await agreed('fund', 'reward', '10');
  await agreed('fund', 'bonus', '1.5');
  await agreed('issue-codes', '2', '--juf', '4');
  const month = new Date().toISOString().slice(0, 7);
  const { output, exitCode } = await run('report', 'month', month);
  expect(exitCode).toBe(0);
  const lines = output.split('\n').map((line) => line.replace(/,[^,]*$|,"[^"]*"$/, ''));
  expect(lines).toEqual([
    'section,account,kind,token,opening,in,out,closing,usd',
    'balance,REWARD_POOL_RESERVED,,JUF,0,8,0,8,',
    'balance,REWARD_POOL_FREE,,JUF,0,10,8,2,',
    'balance,BONUS_POOL,,USDT,0,1.5,0,1.5,1.5',
    'balance,OUTSIDE_WORLD,,JUF,0,0,10,-10,',
    'balance,OUTSIDE_WORLD,,USDT,0,0,1.5,-1.5,-1.5',
    ...['JU', 'JUF', 'USDT'].map((token) => `sum of balances,,,${token},,,,0,`),
    'movement,BONUS_POOL,ADJUSTMENT,USDT,,1.5,0,,1.5',
    'movement,OUTSIDE_WORLD,ADJUSTMENT,JUF,,0,10,,',
    'movement,OUTSIDE_WORLD,ADJUSTMENT,USDT,,0,1.5,,-1.5',
    'movement,REWARD_POOL_FREE,ADJUSTMENT,JUF,,10,0,,',
    'movement,REWARD_POOL_FREE,CODE,JUF,,0,8,,',
    'movement,REWARD_POOL_RESERVED,CODE,JUF,,8,0,,',
    'price,,,JU,,,,,',
    'price,,,JUF,,,,,',
  ]);
  expect((await run('report', 'month', '2999-01')).errors).toBe('2999-01 hasn’t begun.');
  expect((await run('report', 'month', '2026-13')).errors).toContain('must be a month like');
});
