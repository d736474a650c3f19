import { describe, expect, it } from 'vitest';
import { openPoll } from '../../../provider/modules/dashboard/poll.ts';
import { operate } from '../operate.ts';
import { boughtRole } from '../roles/bought-role.ts';
import { type Answer, startProvider, type TestProvider } from '../start-provider.ts';
import { signIn, type SignedIn } from '../sign-in.ts';

const DAY_MS = 86_400_000;
const UNKNOWN_ID = '01a1fd55-7a80-76a9-92d8-1a67dcc3e79b';

async function openTestPoll(provider: TestProvider, opensInMs = 0): Promise<{ id: string; optionIds: string[] }> {
  const opensAt = new Date(provider.time.now.getTime() + opensInMs);
  return operate(provider, (tx) =>
    openPoll(tx, {
      opensAt,
      endsAt: new Date(opensAt.getTime() + DAY_MS),
      texts: { en: { title: 'Which?', body: 'One of two.' }, de: { title: 'Welche?', body: 'Eine von zweien.' } },
      options: [{ en: 'This', de: 'Diese' }, { en: 'That' }],
    }),
  );
}

async function memberWith(provider: TestProvider, role: string): Promise<SignedIn> {
  const signedIn = await signIn(provider);
  await boughtRole(provider, signedIn.id, role);
  return signedIn;
}

const cast = (provider: TestProvider, token: string, pollId: string, optionId: string | undefined): Promise<Answer> =>
  provider.send('POST', '/dashboard/vote', { token, body: { pollId, optionId } });

describe('a vote', () => {
  it('weighs the JU power of its member, and shows on the dashboard as theirs', async () => {
    const provider = await startProvider();
    const [gold, silver] = [await memberWith(provider, 'GOLD'), await memberWith(provider, 'SILVER')];
    const { id, optionIds } = await openTestPoll(provider);
    expect(await cast(provider, gold.token, id, optionIds[0])).toMatchObject({ status: 200 });
    const { poll } = await provider.call('vote', { token: silver.token, body: { pollId: id, optionId: optionIds[1] }, language: 'de' });
    expect(poll).toMatchObject({
      id,
      title: 'Welche?',
      body: 'Eine von zweien.',
      options: [
        { id: optionIds[0], label: 'Diese', power: '20', share: 6666 },
        { id: optionIds[1], label: 'That', power: '10', share: 3333 },
      ],
      myOptionId: optionIds[1],
    });
    const seen = async (token?: string) => (await provider.call('dashboardHome', { token })).poll?.myOptionId;
    expect(await seen(gold.token)).toBe(optionIds[0]);
    expect(await seen(silver.token)).toBe(optionIds[1]);
    expect(await seen()).toBeNull();
  });

  it('may be changed until the poll ends, and counts once', async () => {
    const provider = await startProvider();
    const { token } = await memberWith(provider, 'DIAMOND');
    const { id, optionIds } = await openTestPoll(provider);
    await Promise.all(Array.from({ length: 20 }, (_, index) => cast(provider, token, id, optionIds[index % 2])));
    provider.time.advance(DAY_MS - 1);
    const again = await keepSignedIn(provider, token);
    const { poll } = await provider.call('vote', { token: again, body: { pollId: id, optionId: optionIds[0] } });
    expect(poll.options.map(({ power }) => power)).toEqual(['40', '0']);
    provider.time.advance(1);
    expect(await cast(provider, again, id, optionIds[1])).toMatchObject({ status: 422, code: 'POLL_CLOSED' });
    expect((await provider.call('dashboardHome')).poll).toBeNull();
  });

  it('counts the power of the moment the poll opened, not what came later', async () => {
    const provider = await startProvider();
    const early = await memberWith(provider, 'SILVER');
    const { id, optionIds } = await openTestPoll(provider);
    provider.time.advance(1);
    await boughtRole(provider, early.id, 'DIAMOND');
    const late = await memberWith(provider, 'DIAMOND');
    const { poll } = await provider.call('vote', { token: early.token, body: { pollId: id, optionId: optionIds[0] } });
    expect(poll.options[0]?.power).toBe('10');
    expect(await cast(provider, late.token, id, optionIds[0])).toMatchObject({ status: 422, code: 'NO_POWER' });
  });

  it('has the same weight before and after the vote, whatever the member gains meanwhile', async () => {
    const provider = await startProvider();
    const [early, late] = [await memberWith(provider, 'SILVER'), await signIn(provider)];
    const weightOf = async ({ token }: SignedIn) => (await provider.call('pollWeight', { token })).weight;
    expect(await weightOf(early)).toBeNull();
    const { id, optionIds } = await openTestPoll(provider);
    provider.time.advance(1);
    await boughtRole(provider, early.id, 'DIAMOND');
    await boughtRole(provider, late.id, 'DIAMOND');
    expect(await weightOf(early)).toEqual({ pollId: id, power: '10' });
    expect(await weightOf(late)).toEqual({ pollId: id, power: '0' });
    const { poll } = await provider.call('vote', { token: early.token, body: { pollId: id, optionId: optionIds[0] } });
    expect(poll.options[0]?.power).toBe('10');
    expect(await weightOf(early)).toEqual({ pollId: id, power: '10' });
    provider.time.advance(DAY_MS);
    const again = await keepSignedIn(provider, early.token);
    expect((await provider.call('pollWeight', { token: again })).weight).toBeNull();
  });

  it('is refused for a poll or an option that is not there, and before it opens', async () => {
    const provider = await startProvider();
    const { token } = await memberWith(provider, 'GOLD');
    const now = await openTestPoll(provider);
    const other = await openTestPoll(provider, 5 * 60_000);
    expect(await cast(provider, token, UNKNOWN_ID, now.optionIds[0])).toMatchObject({ code: 'POLL_UNKNOWN' });
    expect(await cast(provider, token, other.id, other.optionIds[0])).toMatchObject({ code: 'POLL_UNKNOWN' });
    expect(await cast(provider, token, now.id, UNKNOWN_ID)).toMatchObject({ code: 'POLL_OPTION_UNKNOWN' });
    expect(await cast(provider, token, now.id, other.optionIds[0])).toMatchObject({ code: 'POLL_OPTION_UNKNOWN' });
    expect((await provider.pool.query('select from poll_vote')).rows).toHaveLength(0);
  });

  it('of a plain member has no power', async () => {
    const provider = await startProvider();
    const { token } = await signIn(provider);
    const { id, optionIds } = await openTestPoll(provider);
    expect(await cast(provider, token, id, optionIds[0])).toMatchObject({ status: 422, code: 'NO_POWER' });
  });

  it('weighs points that were bought too, up to ten thousand', async () => {
    const provider = await startProvider();
    const { token, id: memberId } = await signIn(provider);
    const give = (points: number, after: number) =>
      provider.pool.query(
        `insert into score_entry (id, member_id, kind, points, balance_after, created_at) values (gen_random_uuid(), $1, 'PURCHASE', $2, $3, $4)`,
        [memberId, points, after, provider.time.now],
      );
    await give(4_999_500, 4_999_500);
    const first = await openTestPoll(provider);
    const vote = async ({ id, optionIds }: typeof first) =>
      (await provider.call('vote', { token, body: { pollId: id, optionId: optionIds[0] } })).poll.options[0]?.power;
    expect(await vote(first)).toBe('9999');
    provider.time.advance(1);
    await give(1_000, 5_000_500);
    const second = await openTestPoll(provider);
    expect(await vote(second)).toBe('10000');
  });
});

/** Keeps a session alive over the days that a test lets pass. */
async function keepSignedIn(provider: TestProvider, token: string): Promise<string> {
  const { rows } = await provider.pool.query<{ member_id: string }>(
    `update session set idle_until = 'infinity', expires_at = 'infinity' where token_hash = sha256($1::bytea) returning member_id`,
    [token],
  );
  expect(rows).toHaveLength(1);
  return token;
}
