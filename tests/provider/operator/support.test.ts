import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { expect, it, onTestFinished, vi } from 'vitest';
import { memberAccount, pooledAccount } from '../../../provider/ledger/account.ts';
import { postTransaction } from '../../../provider/ledger/post.ts';
import { operate } from '../operate.ts';
import { signIn } from '../sign-in.ts';
import { startProvider } from '../start-provider.ts';
import { startTreasury } from '../treasury/open-treasury.ts';
import { byTwo } from './by-two.ts';
import { runTool } from './run-tool.ts';

vi.setConfig({ testTimeout: 60_000 });

async function openWorld() {
  const provider = await startProvider();
  const [ada, bob] = [await signIn(provider), await signIn(provider)];
  const id = v7();
  const chainHash = `0x${'ab'.repeat(32)}` as const;
  await operate(provider, (tx) =>
    postTransaction(tx, {
      id,
      kind: 'DEPOSIT',
      occurredAt: provider.time.now,
      chainHash,
      entries: [
        { account: pooledAccount('OUTSIDE_WORLD'), token: 'USDT', amountBaseUnits: -12_500_000n },
        { account: memberAccount('AVAILABLE', ada.id), token: 'USDT', amountBaseUnits: 12_500_000n },
      ],
    }),
  );
  const env = { DATABASE_URL: provider.databaseUrl };
  return { provider, ada, bob, id, chainHash, tool: (...words: string[]) => runTool(env, ...words) };
}

it('finds a member by address, uid, name, former name, transaction and hash, and no other member', async () => {
  const { provider, ada, bob, id, chainHash, tool } = await openWorld();
  const { username } = await provider.call('userInfo', { token: ada.token });
  await provider.call('editUserProfile', { token: ada.token, query: { username: 'Lovelace' } });
  const ways = [
    [ada.wallet.address.toLowerCase(), 'address'],
    [ada.uid, 'uid'],
    ['lovelace', 'username'],
    [username, 'a former username'],
    [ada.id, 'id'],
    [id, 'transaction'],
    [chainHash, 'transaction'],
  ];
  for (const [typed = '', because = ''] of ways) {
    const { output } = await tool('find', typed);
    expect(output, because).toContain(`${ada.uid}  Lovelace  ${ada.wallet.address}`);
    expect(output, because).toContain(because);
    expect(output).not.toContain(bob.uid);
  }
  expect(await tool('find', 'nobody at all')).toMatchObject({ output: '', errors: 'No member was found.' });
});

it('explains a balance from its entries', async () => {
  const { ada, tool } = await openWorld();
  const { output, errors } = await tool('explain', ada.uid);
  expect(errors).toBe('');
  expect(output).toContain('AVAILABLE USDT: 12.5\n  12.5 by 1 × DEPOSIT');
  expect((await tool('explain', 'nobody')).errors).toBe('No member was found by nobody: `help` says what `find` takes.');
});

it('explains a promise in whole tokens, by its terms and reserve', async () => {
  const { provider, buyer } = await startTreasury({ insurancePool: '10000' });
  const { id, buy } = await buyer('500');
  await buy({ amount: '100', insured: true });
  const { output, errors } = await runTool({ DATABASE_URL: provider.databaseUrl }, 'explain', id);
  expect(errors).toBe('');
  const [, purchase = '', insurance = ''] = /\ntreasury_purchase: ([^]*)\ninsurance: ([^]*)$/.exec(output) ?? [];
  expect(purchase).toMatch(/^VESTING [\d.]{1,12} JUF\n/);
  expect(purchase).toContain('  paid_usdt: 100 USDT\n');
  expect(purchase).toMatch(/\n {2}price: 0\.\d{1,18} USDT\n/);
  expect(purchase).toContain('  claimed_juf: 0 JUF\n');
  expect(purchase).toMatch(/\n {2}power_per_juf: [\d.]{1,6}\n/);
  expect(insurance).toMatch(/\n {2}premium_usdt: [\d.]{1,9} USDT\n/);
  expect(insurance).toContain('  settlement_price: none\n');
});

it('finds the member of each command as `find` does, and refuses text that matches several', async () => {
  const { provider, ada, bob, id, tool } = await openWorld();
  await provider.call('editUserProfile', { token: ada.token, query: { username: 'Lovelace' } });
  for (const typed of ['Lovelace', ada.uid, ada.id, id, ada.wallet.address]) {
    const { exitCode, output } = await tool('end-sessions', typed, '--why', 'a test');
    expect({ exitCode, output }, typed).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining(`of member ${ada.uid} (${ada.wallet.address})`) as string,
    });
  }
  expect((await tool('block', 'lovelace', '--yes', '--why', 'a test')).output).toContain(
    `Member ${ada.uid} (${ada.wallet.address}) is blocked`,
  );
  expect((await tool('unblock', ada.uid, '--why', 'a test')).exitCode).toBe(0);
  expect((await byTwo({ DATABASE_URL: provider.databaseUrl }, 'login-link', ada.uid)).output).toContain('/home?token=');
  await operate(provider, (tx) =>
    postTransaction(tx, {
      id: bob.id,
      kind: 'TRANSFER',
      occurredAt: provider.time.now,
      entries: [
        { account: memberAccount('AVAILABLE', ada.id), token: 'USDT', amountBaseUnits: -1n },
        { account: memberAccount('AVAILABLE', bob.id), token: 'USDT', amountBaseUnits: 1n },
      ],
    }),
  );
  const { exitCode, errors } = await tool('block', bob.id, '--yes', '--why', 'a test');
  expect(exitCode).toBe(1);
  expect(errors).toContain('more than one member');
  expect(await provider.call('userInfo', { token: bob.token })).toMatchObject({ uid: bob.uid });
  const mistyped = ada.wallet.address.replace(/[a-fA-F]/, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
  expect((await tool('block', mistyped, '--yes', '--why', 'a test')).errors).toContain('its checksum is wrong');
});

it('exports amounts to the last unit', async () => {
  const { provider, ada, tool } = await openWorld();
  const deposit = v7();
  await provider.pool.query(
    `insert into chain_watch (chain_id, vault, scanned_number, reread_number, head_number, status_since) values (210000, $1, -1, -1, 0, now())`,
    [ada.wallet.address],
  );
  await provider.pool.query(
    `insert into deposit (id, chain_id, vault, tx_hash, token, sender, amount, occurrence, seen_at)
     values ($1, 210000, $2, sha256('a'), 'JU', $2, 1000000000000000000001, 1, now())`,
    [deposit, ada.wallet.address],
  );
  const { output } = await tool('export', 'member', ada.id);
  expect(JSON.parse(output)).toMatchObject({ deposits_by_address: [{ id: deposit, amount: '1000000000000000000001' }] });
});

it('exports all data about one member, without secrets and other members, to a new file', async () => {
  const { ada, bob, tool } = await openWorld();
  const folder = await mkdtemp(join(tmpdir(), 'jufi-member-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'ada.json');
  expect((await tool('export', 'member', ada.wallet.address, '--out', file)).exitCode).toBe(0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const text = await readFile(file, 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    member: [{ id: ada.id, address: ada.wallet.address }],
    session: [{ member_id: ada.id, kind: 'WALLET' }],
    ledger: [{ kind: 'DEPOSIT', amount: '12500000', token: 'USDT' }],
  });
  expect(text).not.toContain('token_hash');
  expect(text).not.toContain(bob.id);
  expect((await tool('export', 'member', ada.wallet.address, '--out', file)).errors).toContain('Name a new file');
});
