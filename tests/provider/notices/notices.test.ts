import { v7 } from 'uuid';
import { describe, expect, it, vi } from 'vitest';
import { openPoll } from '../../../provider/modules/dashboard/poll.ts';
import { publishAnnouncement } from '../../../provider/modules/dashboard/publish-announcement.ts';
import { operate } from '../operate.ts';
import { DAY_MS, startStaking } from '../staking/open-staking.ts';
import { signIn } from '../sign-in.ts';
import { startProvider, type TestProvider } from '../start-provider.ts';
import { startTreasury } from '../treasury/open-treasury.ts';
import { composeTransfer, fund, newPerson, type Person, sendTransfer } from '../wallet/transfers.ts';

vi.setConfig({ testTimeout: 30_000 });

const MINUTE_MS = 60_000;
const announced = { title: 'Fees fall', summary: 'They do.', body: 'Text.' };

function announce(provider: TestProvider, slug: string, pinned: boolean): Promise<unknown> {
  const texts = { en: announced, de: { ...announced, title: 'Gebühren sinken' } };
  return operate(provider, (tx) => publishAnnouncement(tx, { slug, category: 'NEWS', pinned, texts }, provider.time.now));
}

function ask(provider: TestProvider, forMs: number): Promise<{ id: string; optionIds: string[] }> {
  return operate(provider, (tx) =>
    openPoll(tx, {
      opensAt: provider.time.now,
      endsAt: new Date(provider.time.now.getTime() + forMs),
      texts: { en: { title: 'Which pool?', body: 'Say.' } },
      options: [{ en: 'This' }, { en: 'That' }],
    }),
  );
}

const listOf = async (provider: TestProvider, { token }: Pick<Person, 'token'>, language = 'en') =>
  (await provider.call('notices', { token, language })).notices;
const kindsOf = async (provider: TestProvider, person: Pick<Person, 'token'>) => (await listOf(provider, person)).map(({ kind }) => kind);
const unreadOf = async (provider: TestProvider, { token }: Pick<Person, 'token'>) => (await provider.call('noticeMark', { token })).unread;

async function openWorld() {
  const provider = await startProvider();
  const [ada, bob] = [await newPerson(provider), await newPerson(provider)];
  provider.time.advance(MINUTE_MS);
  return { provider, ada, bob };
}

describe('what happened', () => {
  it('is money that was credited and received, newest first, and nothing that the member did', async () => {
    const { provider, ada, bob } = await openWorld();
    await fund(provider, ada.id, 'USDT', '100.5');
    provider.time.advance(MINUTE_MS);
    expect((await sendTransfer(provider, ada, await composeTransfer(provider, ada, { to: bob, amount: '10' }))).status).toBe(200);
    expect(await listOf(provider, ada)).toMatchObject([{ kind: 'CREDITED', unread: true, amount: '100.5', walletType: 'USDT' }]);
    expect(await listOf(provider, bob)).toMatchObject([{ kind: 'RECEIVED', amount: '10', walletType: 'USDT', unread: true }]);
  });

  it('is a stake that matured and JUF that is fully vested, from that moment on', async () => {
    const staking = await startStaking();
    const staker = await staking.member({ JUF: '1000' });
    const stake = await staker.stake('1000', 30);
    staking.passDays(29);
    const kinds = async () => (await staker.call('notices')).notices.map(({ kind }) => kind);
    expect(await kinds()).toEqual([]);
    staking.passDays(1);
    const { notices } = await staker.call('notices');
    expect(notices).toEqual([{ kind: 'MATURED', id: stake.id, at: stake.maturesAt, unread: true, amount: '1000', walletType: 'JUF' }]);

    const treasury = await startTreasury();
    const buyer = await treasury.buyer();
    const { purchase } = await buyer.buy();
    treasury.pass(Date.parse(purchase.vestingEndsAt) - treasury.provider.time.now.getTime());
    expect((await buyer.call('notices')).notices).toMatchObject([
      { kind: 'VESTED', id: purchase.id, at: purchase.vestingEndsAt, amount: purchase.juf, walletType: 'JUF' },
    ]);
  });

  it('is a privilege once it is reserved', async () => {
    const { provider, ada, bob } = await openWorld();
    await provider.pool.query(
      `insert into role_privilege (id, member_id, period, role_code, due_at, juf, score, reserved_at) values ($1, $2, 1, 'SILVER', $3, 0, 5, $4)`,
      [v7(), ada.id, new Date(provider.time.now.getTime() - DAY_MS), provider.time.now],
    );
    expect(await listOf(provider, ada)).toMatchObject([{ kind: 'PRIVILEGE_DUE', at: provider.time.now.toISOString(), unread: true }]);
    expect(await listOf(provider, bob)).toEqual([]);
  });

  it('is a vote while it is open, for members who haven’t voted', async () => {
    const { provider, ada, bob } = await openWorld();
    const { id, optionIds } = await ask(provider, 10 * MINUTE_MS);
    expect(await listOf(provider, ada)).toMatchObject([{ kind: 'VOTE_OPEN', id, title: 'Which pool?' }]);
    await provider.pool.query('insert into poll_vote (poll_id, member_id, option_id, power, voted_at) values ($1, $2, $3, 1, $4)', [
      ...[id, ada.id, optionIds[0]],
      provider.time.now,
    ]);
    expect([await kindsOf(provider, ada), await kindsOf(provider, bob)]).toEqual([[], ['VOTE_OPEN']]);
    provider.time.advance(10 * MINUTE_MS);
    expect(await kindsOf(provider, bob)).toEqual([]);
  });

  it('is an announcement from when it is pinned, in the reader’s language, until it is not', async () => {
    const { provider, ada } = await openWorld();
    await announce(provider, 'fees', false);
    expect(await kindsOf(provider, ada)).toEqual([]);
    provider.time.advance(5 * MINUTE_MS);
    await announce(provider, 'fees', true);
    expect(await listOf(provider, ada, 'de')).toMatchObject([
      { kind: 'ANNOUNCEMENT_PINNED', at: provider.time.now.toISOString(), title: 'Gebühren sinken', slug: 'fees' },
    ]);
    expect(await listOf(provider, ada, 'it')).toMatchObject([{ title: 'Fees fall' }]);
    await announce(provider, 'fees', false);
    expect(await kindsOf(provider, ada)).toEqual([]);
  });

  it('holds nothing from before the member joined, and nothing that is older than 30 days', async () => {
    const { provider, ada } = await openWorld();
    await announce(provider, 'fees', true);
    provider.time.advance(MINUTE_MS);
    const late = await newPerson(provider);
    expect(await kindsOf(provider, late)).toEqual([]);
    provider.time.advance(30 * DAY_MS + MINUTE_MS);
    expect(await kindsOf(provider, await signIn(provider, ada.wallet))).toEqual([]);
  });

  it('is not hidden by somebody who sends a thousand tiny amounts', { tags: 'full' }, async () => {
    const { provider, ada } = await openWorld();
    await announce(provider, 'fees', true);
    await fund(provider, ada.id, 'JU', '5');
    for (let sent = 0; sent < 12; sent += 1) {
      provider.time.advance(1_000);
      await fund(provider, ada.id, 'USDT', '0.000001');
    }
    const kinds = await kindsOf(provider, ada);
    expect(kinds.filter((kind) => kind === 'CREDITED')).toHaveLength(10);
    expect(kinds).toContain('ANNOUNCEMENT_PINNED');
  });
});

describe('the mark', () => {
  it('counts what was not read, and goes when it was', async () => {
    const { provider, ada, bob } = await openWorld();
    expect(await unreadOf(provider, ada)).toBe(0);
    await fund(provider, ada.id, 'USDT', '1');
    expect([await unreadOf(provider, ada), await unreadOf(provider, bob)]).toEqual([1, 0]);
    provider.time.advance(1_000);
    const { asOf } = await provider.call('notices', { token: ada.token });
    await provider.call('seeNotices', { token: ada.token, body: { until: asOf } });
    expect(await unreadOf(provider, ada)).toBe(0);
    expect(await listOf(provider, ada)).toMatchObject([{ unread: false }]);
    provider.time.advance(1_000);
    await fund(provider, ada.id, 'USDT', '1');
    expect((await listOf(provider, ada)).map(({ unread }) => unread)).toEqual([true, false]);
  });

  it('is moved neither back nor into the future', async () => {
    const { provider, ada } = await openWorld();
    const see = (until: Date) => provider.call('seeNotices', { token: ada.token, body: { until: until.toISOString() } });
    await see(new Date(provider.time.now.getTime() + DAY_MS));
    provider.time.advance(1_000);
    await fund(provider, ada.id, 'USDT', '1');
    expect(await unreadOf(provider, ada)).toBe(1);
    await see(provider.time.now);
    await see(new Date(0));
    expect(await unreadOf(provider, ada)).toBe(0);
  });
});
