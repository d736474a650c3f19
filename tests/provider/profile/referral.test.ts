import { describe, expect, it } from 'vitest';
import { createDatabase } from '../../../provider/db/database.ts';
import { beginSession } from '../../../provider/modules/account/sessions.ts';
import { type Answer, startProvider, type TestProvider } from '../start-provider.ts';
import { newWallet, signIn, type SignedIn } from '../sign-in.ts';

const DAY_MS = 86_400_000;

const bind = (provider: TestProvider, { token }: SignedIn, referralCode: string): Promise<Answer> =>
  provider.send('POST', '/profile/referBy', { token, body: { referralCode } });

describe('a referrer', () => {
  it('can be named once, in any case of letters', async () => {
    const provider = await startProvider();
    const [sponsor, other, invited] = [await signIn(provider), await signIn(provider), await signIn(provider)];
    const answer = await provider.call('referBy', {
      token: invited.token,
      body: { referralCode: ` ${sponsor.referralCode.toLowerCase()} ` },
    });
    expect(answer.referrer.uid).toBe(sponsor.uid);
    expect(await bind(provider, invited, other.referralCode)).toMatchObject({ status: 422, code: 'REFERRER_ALREADY_SET' });
    expect((await provider.call('userInfo', { token: invited.token })).referrer?.uid).toBe(sponsor.uid);
  });

  it('is somebody, and somebody else', async () => {
    const provider = await startProvider();
    const member = await signIn(provider);
    expect(await bind(provider, member, 'NOBODY22')).toMatchObject({ status: 422, code: 'REFERRAL_CODE_UNKNOWN' });
    expect(await bind(provider, member, member.referralCode)).toMatchObject({ status: 422, code: 'REFERRAL_SELF' });
  });

  it('isn’t below the member, at any depth', { tags: 'full' }, async () => {
    const provider = await startProvider();
    const top = await signIn(provider);
    let lowest = top;
    for (let depth = 0; depth < 5; depth += 1) lowest = await signIn(provider, newWallet(), { referralCode: lowest.referralCode });
    expect(await bind(provider, top, lowest.referralCode)).toMatchObject({ status: 422, code: 'REFERRAL_CYCLE' });
  });

  it('is found out within a thousand steps, however long a line of accounts somebody has made', { tags: 'full' }, async () => {
    const provider = await startProvider();
    const [top, newcomer, inviter] = [await signIn(provider), await signIn(provider), await signIn(provider)];
    await signIn(provider, newWallet(), { referralCode: inviter.referralCode });
    await provider.pool.query(
      `with line as (select n, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid as id from generate_series(1, 1200) n)
       insert into member (id, uid, username, username_key, username_shape, username_folded_shape, address, referral_code, referrer_id, referred_at, language, created_at)
       select id, 'line' || lpad(n::text, 4, '0'), 'line-' || n, 'line-' || n, 'line-' || n, 'line-' || n, '0x' || lpad(n::text, 40, '0'), 'L' || lpad(n::text, 7, '0'),
              coalesce(lag(id) over (order by n), $1), $2, 'en', $2 from line order by n`,
      [top.id, provider.time.now],
    );
    expect(await bind(provider, top, 'L0001200')).toMatchObject({ status: 422, code: 'REFERRAL_CYCLE' });
    expect(await bind(provider, inviter, 'L0001200')).toMatchObject({ status: 422, code: 'REFERRAL_CYCLE' });
    expect(await bind(provider, inviter, 'L0000900')).toMatchObject({ status: 200 });
    expect(await bind(provider, newcomer, 'L0001200')).toMatchObject({ status: 200 });
  });

  it('closes no circle when all name each other at once', async () => {
    const provider = await startProvider();
    const members = await Promise.all(Array.from({ length: 8 }, () => signIn(provider)));
    const answers = await Promise.all(
      members.map((member, index) => bind(provider, member, members[(index + 1) % members.length]?.referralCode ?? '')),
    );
    expect(answers.filter(({ code }) => code === 'REFERRAL_CYCLE')).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
  });

  it('can be named within 30 days of joining', async () => {
    const provider = await startProvider();
    const [sponsor, early, late] = [await signIn(provider), await signIn(provider), await signIn(provider)];
    provider.time.advance(30 * DAY_MS);
    const sessions = [await signIn(provider, early.wallet), await signIn(provider, late.wallet)] as const;
    expect(await bind(provider, sessions[0], sponsor.referralCode)).toMatchObject({ status: 200 });
    provider.time.advance(1);
    expect(await bind(provider, sessions[1], sponsor.referralCode)).toMatchObject({ status: 422, code: 'REFERRAL_TOO_LATE' });
  });
});

describe('a token alone', () => {
  it('names no referrer: the session must be signed for by the wallet, within the last ten minutes', async () => {
    const provider = await startProvider();
    const [thief, member] = [await signIn(provider), await signIn(provider)];
    provider.time.advance(10 * 60_000 + 1);
    expect(await bind(provider, member, thief.referralCode)).toMatchObject({ status: 422, code: 'RECENT_SIGN_IN_REQUIRED' });
    const link = await beginSession(createDatabase(provider.pool), provider.time.now, member.id, 'LINK');
    const { token } = await provider.call('exchangeToken', { token: link.token, body: {} });
    expect(await bind(provider, { ...member, token }, thief.referralCode)).toMatchObject({ status: 422, code: 'RECENT_SIGN_IN_REQUIRED' });
    expect((await provider.call('userInfo', { token })).referrer).toBeNull();
    const again = await signIn(provider, member.wallet);
    provider.time.advance(10 * 60_000);
    expect(await bind(provider, again, thief.referralCode)).toMatchObject({ status: 200 });
  });

  it('learns of other refusals before it asks for a new signature', async () => {
    const provider = await startProvider();
    const member = await signIn(provider);
    provider.time.advance(11 * 60_000);
    expect(await bind(provider, member, 'NOBODY22')).toMatchObject({ status: 422, code: 'REFERRAL_CODE_UNKNOWN' });
  });
});

describe('the invitation', () => {
  it('counts three levels, and names a code’s owner', async () => {
    const provider = await startProvider();
    const top = await signIn(provider);
    const invite = (sponsor: SignedIn) => signIn(provider, newWallet(), { referralCode: sponsor.referralCode });
    const first = await invite(top);
    await invite(top);
    const second = await invite(first);
    const third = await invite(second);
    await invite(third);
    const info = await provider.call('referralInfo', { token: top.token, query: { code: third.referralCode } });
    expect(info).toMatchObject({
      referralCode: top.referralCode,
      link: `https://jufi.example/?referralCode=${top.referralCode}`,
      directCount: 2,
      teamCount: 4,
      levels: [
        { level: 1, rate: 0, count: 2 },
        { level: 2, rate: 0, count: 1 },
        { level: 3, rate: 0, count: 1 },
      ],
      sponsor: { uid: third.uid },
    });
    expect((await provider.call('referralInfo', { token: top.token, query: { code: 'NOBODY22' } })).sponsor).toBeUndefined();
  });
});
