import { expect, it, vi } from 'vitest';
import { createDatabase } from '../../../provider/db/database.ts';
import { auditLedger } from '../../../provider/ledger/audit.ts';
import { asAdmin } from '../../support/as-admin.ts';
import { asSecondPerson } from '../../support/second-person.ts';
import { signIn } from '../sign-in.ts';
import { startProvider, type TestProvider } from '../start-provider.ts';
import { composeTransfer, fund, newPerson, type Person, sendTransfer } from '../wallet/transfers.ts';
import { byTwo } from './by-two.ts';
import { runTool } from './run-tool.ts';
import { onServer } from '../../support/on-server.ts';
import { asServerRole } from '../../support/server-role.ts';

vi.setConfig({ testTimeout: 60_000 });

/** How `erase` treats each table that names a member. A new table belongs in one of the two lists; personal data in it must be erased. */
const EMPTIED = [
  'calendar_feed',
  'idempotent_answer',
  'look_up',
  'member_uid',
  'notice_seen',
  'push_subscription',
  'retired_username',
  'session',
];
const KEPT = [
  'activation_code',
  'adjustment',
  'bonus',
  'bonus_claim',
  'bonus_total',
  'chain_order',
  'deposit',
  'insurance',
  'member_role',
  'operator_act',
  'payout_line',
  'poll_vote',
  'proposal',
  'referral_binding',
  'reserve_leaf',
  'role_privilege',
  'score_claim',
  'score_entry',
  'staking',
  'team_place',
  'team_total',
  'treasury_purchase',
  'unsigned_order',
  'used_intent',
];

async function openWorld() {
  const provider = await startProvider();
  const [ada, bob] = [await newPerson(provider), await newPerson(provider)];
  await provider.call('editUserProfile', { token: ada.token, query: { username: 'Lovelace' } });
  await fund(provider, ada.id, 'USDT', '100.5');
  const tool = (...words: string[]) => runTool({ DATABASE_URL: provider.databaseUrl }, ...words);
  return { provider, ada, bob, tool };
}

/** She has sent her money away, but for what is too little to be sent. */
async function leave(provider: TestProvider, ada: Person, bob: Person): Promise<void> {
  const sent = await sendTransfer(
    provider,
    ada,
    await composeTransfer(provider, ada, { to: bob, amount: '100', remark: 'from Ada with love' }),
  );
  expect(sent.status).toBe(200);
}

const remarksOf = async (provider: TestProvider, { token }: Person) =>
  (await provider.call('walletTransactionList', { token })).data.map(({ remark, counterparty }) => [
    remark,
    counterparty && 'username' in counterparty && counterparty.username,
  ]);

it('refuses while the member has money here, says what, and changes nothing', async () => {
  const { provider, ada, tool } = await openWorld();
  const { errors, exitCode } = await tool('erase', 'lovelace', '--why', 'asked by letter', '--yes');
  expect(exitCode).toBe(1);
  expect(errors).toContain('balance AVAILABLE: 100.5 USDT');
  expect(await provider.call('userInfo', { token: ada.token })).toMatchObject({ username: 'Lovelace' });
  expect((await tool('erase', 'lovelace', '--yes')).errors).toContain('--why <reason>');
});

it('shows in a dry run what would go, and changes nothing', async () => {
  const { provider, ada, bob, tool } = await openWorld();
  await leave(provider, ada, bob);
  const { output } = await tool('erase', ada.uid, '--dry-run', '--why', 'asked by letter');
  expect(output).toContain('Nothing was erased.');
  expect(output).toContain('1 remarks on transfers the member sent');
  expect(await provider.call('userInfo', { token: ada.token })).toMatchObject({ username: 'Lovelace', uid: ada.uid });
  expect(await remarksOf(provider, bob)).toEqual([['from Ada with love', 'Lovelace']]);
});

it('erases what identifies the member, everywhere, and keeps every figure of the ledger', async () => {
  const { provider, ada, bob, tool } = await openWorld();
  await leave(provider, ada, bob);
  const figures = `select e.*, t.hash from ledger_entry e join ledger_transaction t on t.id = e.transaction_id order by 1, 2`;
  const { rows: before } = await provider.pool.query(figures);
  await tool('find', 'Lovelace', '--why', 'Lovelace has called; the Lovelaces have not');

  expect(await tool('erase', 'Lovelace', '--why', 'asked by letter', '--yes')).toMatchObject({ exitCode: 0, errors: '' });

  const { output } = await tool('acts');
  expect(output).toContain('(erased) has called; the Lovelaces have not');
  expect(output).toContain('asked by letter');
  expect(output.replaceAll('Lovelaces', '')).not.toMatch(/Lovelace/i);
  expect((await provider.pool.query(figures)).rows).toEqual(before);
  expect(await auditLedger(createDatabase(provider.pool))).toMatchObject({ sound: true });
  expect(await remarksOf(provider, bob)).toEqual([[undefined, expect.stringMatching(/^ju-/)]]);
  expect((await provider.send('GET', '/profile/userInfo', { token: ada.token })).status).toBe(401);
  expect((await provider.pool.query(`select from idempotent_answer where member_id = $1`, [ada.id])).rowCount).toBe(0);
  for (const former of ['Lovelace', ada.uid]) expect((await tool('find', former)).output).toBe('');
  expect((await tool('find', ada.wallet.address)).output).toMatch(/^\w{8} {2}ju-\w{8} .*erased /);
});

it('takes the names out of proposals too, and one that nobody has approved is refused', async () => {
  const { provider, ada, bob, tool } = await openWorld();
  await leave(provider, ada, bob);
  const environment = { DATABASE_URL: provider.databaseUrl };
  expect((await byTwo(environment, 'login-link', 'Lovelace', '--why', 'Lovelace asked')).exitCode).toBe(0);
  const [, open = ''] = /Proposed as ([0-9a-f-]{36})\./.exec((await tool('login-link', ada.uid, '--why', 'asked again')).output) ?? [];
  const kept = `select id, command, operands, options, about, proposed_by, approved_by from proposal order by id`;
  const { rows: before } = await provider.pool.query(kept);
  expect(before).toHaveLength(2);

  const { output } = await tool('erase', 'Lovelace', '--why', 'asked by letter', '--yes');
  expect(output).toMatch(/names in \d+ recorded acts and proposals/);
  const { rows: texts } = await provider.pool.query<{ text: string }>(`select says || ' ' || why as text from proposal`);
  expect(texts.map(({ text }) => text).join()).not.toMatch(new RegExp(`Lovelace|${ada.uid}`, 'i'));
  expect((await provider.pool.query(kept)).rows).toEqual(before);
  const second = { DATABASE_URL: await asSecondPerson(provider.databaseUrl) };
  const { exitCode, errors } = await runTool(second, 'approve', open, '--yes');
  expect(exitCode).toBe(1);
  expect(errors).toContain('something else');
});

it('keeps the erased names and their look-alikes taken, and lets the member return to the same account', async () => {
  const { provider, ada, bob, tool } = await openWorld();
  await leave(provider, ada, bob);
  await tool('erase', ada.uid, '--why', 'asked by letter', '--yes');
  for (const username of ['lovelace', 'Iovelace']) {
    const { status, code } = await provider.send('POST', '/profile/editUserProfile', { token: bob.token, query: { username } });
    expect({ status, code }, username).toEqual({ status: 422, code: 'USERNAME_TAKEN' });
  }
  expect(await provider.call('editUid', { token: bob.token, body: { uid: ada.uid, check: true } })).toEqual({ available: false });
  const take = `update member set username = 'LOVELACE', username_key = 'lovelace' where id = $1`;
  await expect(provider.pool.query(take, [bob.id])).rejects.toMatchObject({ constraint: 'retired_username_kept' });
  const back = await signIn(provider, ada.wallet);
  expect(back).toMatchObject({ id: ada.id, isNew: false });
  expect((await provider.call('walletOverview', { token: back.token })).walletList).toContainEqual(
    expect.objectContaining({ walletType: 'USDT', balance: '0.4' }),
  );
});

it('leaves the audit able to find a figure that was changed afterwards, and a remark in its place unless it is erased', async () => {
  const { provider, ada, bob, tool } = await openWorld();
  await leave(provider, ada, bob);
  await tool('erase', ada.uid, '--why', 'asked by letter', '--yes');
  for (const change of [
    `update ledger_transaction set remark = 'other'`,
    'delete from erased_remark',
    `select ledger_erase_remarks(gen_random_uuid(), now())`,
  ])
    await expect(onServer(asServerRole(provider.databaseUrl), (client) => client.query(change))).rejects.toMatchObject({ code: '42501' });
  await asAdmin(provider.databaseUrl, async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(
      `update ledger_transaction set occurred_at = occurred_at - interval '1 day' where id in (select transaction_id from erased_remark)`,
    );
  });
  expect(await auditLedger(createDatabase(provider.pool))).toMatchObject({ sound: false, firstBreak: { code: 'HASH_DIFFERS' } });
});

it('every table that names a member is either erased or kept on purpose', async () => {
  const { provider } = await openWorld();
  const { rows } = await provider.pool.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and column_name in ('member_id', 'about') and table_type = 'BASE TABLE' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([...EMPTIED, ...KEPT].toSorted());
});
