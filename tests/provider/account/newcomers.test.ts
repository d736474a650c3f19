import { randomBytes } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { createDatabase } from '../../../provider/db/database.ts';
import { inTransaction } from '../../../provider/db/in-transaction.ts';
import { removeNewcomers } from '../../../provider/erasure/erase-member.ts';
import { findOrCreateMember } from '../../../provider/modules/account/member.ts';
import { publishApart } from '../../../provider/solvency/publish-tree.ts';
import { issueNonce, newWallet, signIn } from '../sign-in.ts';
import { startProvider, type TestProvider } from '../start-provider.ts';
import { fund } from '../wallet/transfers.ts';

vi.setConfig({ testTimeout: 60_000 });

const DAY_MS = 86_400_000;

it('a member who never held anything takes at most 500 bytes, with its indexes', async () => {
  const provider = await startProvider();
  const join = (count: number) =>
    inTransaction(createDatabase(provider.pool), async (tx) => {
      for (let joined = 0; joined < count; joined += 1)
        await findOrCreateMember(tx, { address: `0x${randomBytes(20).toString('hex')}`, language: 'en', now: provider.time.now });
    });
  const bytes = async (): Promise<number> => {
    await provider.pool.query('vacuum member, member_uid, ledger_account');
    const { rows } = await provider.pool.query<{ bytes: string }>(
      `select sum(pg_total_relation_size(t::regclass)) as bytes from unnest('{member,member_uid,ledger_account}'::text[]) t`,
    );
    return Number(rows[0]?.bytes);
  };
  await join(10);
  const before = await bytes();
  await join(500);
  const others = await provider.pool.query(`select from member_uid union all select from ledger_account where kind < 'TREASURY'`);
  expect(others.rowCount).toBe(0);
  // Pages are 8 KiB, so the last ones of a table and its seven indexes are counted although they are half empty.
  expect((await bytes()) - before).toBeLessThan(500 * 500 + 8 * 8_192);
});

it('a member’s first credit opens the account it goes to, and a debit before it finds nothing there', async () => {
  const provider = await startProvider();
  const { id, token } = await signIn(provider);
  expect((await provider.call('walletOverview', { token })).walletList.map(({ balance }) => balance)).toEqual(['0', '0', '0']);
  const headers = { 'idempotency-key': '01a1fd55-7a80-76a9-92d8-1a67dcc3e79b' };
  expect(await provider.send('POST', '/sales/juScore/purchase', { token, body: { points: 100 }, headers })).toMatchObject({
    code: 'INSUFFICIENT_BALANCE',
    detail: { walletType: 'USDT', available: '0' },
  });
  await fund(provider, id, 'USDT', '5');
  const { rows } = await provider.pool.query('select kind, token, balance::text from ledger_account where owner_id = $1', [id]);
  expect(rows).toEqual([{ kind: 'AVAILABLE', token: 'USDT', balance: '5000000' }]);
});

async function membersLeft({ pool }: TestProvider): Promise<string[]> {
  return (await pool.query<{ uid: string }>('select uid from member order by uid')).rows.map(({ uid }) => uid);
}

it('who joined and never had anything is removed after 90 days, with a uid that nobody else gets', async () => {
  const provider = await startProvider();
  const database = createDatabase(provider.pool);
  const [unused, rich, named, inviter, blocked] = [
    await signIn(provider),
    await signIn(provider),
    await signIn(provider),
    await signIn(provider),
    await signIn(provider),
  ];
  const invited = await signIn(provider, newWallet(), { referralCode: inviter.referralCode });
  const claimer = await signIn(provider);
  const chooser = await signIn(provider);
  await fund(provider, rich.id, 'JU', '0.1');
  await provider.call('editUserProfile', { token: named.token, query: { username: 'somebody' } });
  await provider.pool.query('update member set blocked_at = now() where id = $1', [blocked.id]);
  await provider.call('juScoreClaim', {
    token: claimer.token,
    body: {},
    headers: { 'idempotency-key': '01a1fd55-7a80-76a9-92d8-1a67dcc3e79b' },
  });
  const kept = [rich, named, inviter, blocked, invited, claimer].map(({ uid }) => uid);
  expect(await removeNewcomers(database, provider.time.now)).toBe(0);
  provider.time.advance(90 * DAY_MS + 1);
  // Signed in again, long after joining.
  const back = await signIn(provider, chooser.wallet);
  expect(await removeNewcomers(database, provider.time.now)).toBe(1);
  expect(await membersLeft(provider)).toEqual([...kept, back.uid].toSorted());
  expect(await provider.send('POST', '/profile/editUid', { token: back.token, body: { uid: unused.uid } })).toMatchObject({
    code: 'UID_TAKEN',
  });
  const joinedAnew = await signIn(provider, unused.wallet);
  expect(joinedAnew.isNew).toBe(true);
  expect(joinedAnew.uid).not.toBe(unused.uid);
});

it('the tree of the reserves is published from a thread of its own, without those who never held anything', async () => {
  const provider = await startProvider();
  const [holder] = [await signIn(provider), await signIn(provider)];
  await fund(provider, holder.id, 'USDT', '3');
  provider.time.advance(DAY_MS);
  const work = { databaseUrl: provider.databaseUrl, now: provider.time.now };
  expect(await publishApart(work)).toMatch(/^0x[0-9a-f]{64}$/);
  expect(await publishApart(work)).toBeNull();
  const { rows } = await provider.pool.query('select leaves, usdt::text from reserve_tree');
  expect(rows).toEqual([{ leaves: 1, usdt: '3000000' }]);
});

it('new members are limited per network and in all, and members get in all the same', async () => {
  const provider = await startProvider({ limits: { signUpsPerNetwork: 3, signUpsOverall: 5 } });
  const join = async (clientAddress: string, wallet = newWallet()): Promise<number> => {
    const { message } = await issueNonce(provider, wallet.address);
    const body = { address: wallet.address, message, signature: await wallet.sign(message) };
    return (await provider.send('POST', '/account/authenticate/walletAddress', { body, clientAddress })).status;
  };
  const member = newWallet();
  expect(await join('198.51.100.1', member)).toBe(200);
  expect([await join('198.51.100.2'), await join('198.51.100.3'), await join('198.51.100.4')]).toEqual([200, 200, 429]);
  expect(await join('198.51.100.4', member)).toBe(200);
  expect([await join('2001:db8:0:1::1'), await join('2001:db8:0:2::1'), await join('203.0.113.1')]).toEqual([200, 200, 429]);
  provider.time.advance(60_000);
  expect(await join('198.51.100.4')).toBe(200);
});
