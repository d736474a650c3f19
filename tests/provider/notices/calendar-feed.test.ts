import { expect, it, vi } from 'vitest';
import { openPoll } from '../../../provider/modules/dashboard/poll.ts';
import { operate } from '../operate.ts';
import { boughtRole } from '../roles/bought-role.ts';
import { startStaking } from '../staking/open-staking.ts';
import { composeRequest, startProvider, type TestProvider } from '../start-provider.ts';
import { signIn } from '../sign-in.ts';

vi.setConfig({ testTimeout: 30_000 });

const DAY_MS = 86_400_000;

async function follow(provider: TestProvider, path: string): Promise<{ status: number; text: string; type: string | null }> {
  // A calendar sends no token.
  const response = await provider.raw(composeRequest('GET', path, {}));
  return { status: response.status, text: await response.text(), type: response.headers.get('content-type') };
}

it('gives a calendar the dates under a secret address, in the language it was made in, with alarms and without amounts', async () => {
  const staking = await startStaking();
  const { provider } = staking;
  const staker = await staking.member({ JUF: '1000' });
  const stake = await staker.stake('777', 30);
  await boughtRole(provider, staker.id, 'SILVER');
  await operate(provider, (tx) =>
    openPoll(tx, {
      opensAt: provider.time.now,
      endsAt: new Date(provider.time.now.getTime() + 5 * DAY_MS),
      texts: { en: { title: 'Which, then?', body: 'Say.' } },
      options: [{ en: 'This' }, { en: 'That' }],
    }),
  );
  staking.passDays(0.5);
  const { path } = await provider.call('openCalendarFeed', { token: await staker.signIn(), body: {}, language: 'de' });
  const { status, text, type } = await follow(provider, path);
  expect({ status, type }).toEqual({ status: 200, type: 'text/calendar; charset=utf-8' });
  const lines = text.split('\r\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      `UID:${stake.id}@jufi.example`,
      'SUMMARY:Stake wird fällig',
      'SUMMARY:Privileg abrufbar',
      'SUMMARY:Abstimmung endet: Which\\, then?',
      'TRIGGER:PT0S',
      'TRIGGER:-P1D',
      'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    ]),
  );
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(3);
  // The calendar's own ids are random.
  expect(text.replaceAll(/^UID:.*$/gm, '')).not.toContain('777');
});

it('keeps no address that the database could give away, and logs none', async () => {
  const provider = await startProvider();
  const { token } = await signIn(provider);
  const { path } = await provider.call('openCalendarFeed', { token, body: {} });
  await follow(provider, path);
  const secret = path.replace('/calendar/', '').replace('.ics', '');
  const { rows } = await provider.pool.query<{ row: string }>('select f::text as row from calendar_feed f');
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect(provider.logged.join('\n')).not.toContain(secret);
  expect(provider.logged.join('\n')).toContain('GET /calendar');
});

it('ends an address when another is made, when the member revokes it, and while the member is blocked', async () => {
  const provider = await startProvider();
  const { token, id } = await signIn(provider);
  const open = async () => (await provider.call('openCalendarFeed', { token, body: {} })).path;
  const since = async () => (await provider.call('calendarFeed', { token })).createdAt;
  expect(await since()).toBeNull();
  const first = await open();
  expect(await since()).toBe(provider.time.now.toISOString());
  const second = await open();
  expect([(await follow(provider, first)).status, (await follow(provider, second)).status]).toEqual([404, 200]);
  await provider.pool.query('update member set blocked_at = now() where id = $1', [id]);
  expect((await follow(provider, second)).status).toBe(404);
  await provider.pool.query('update member set blocked_at = null where id = $1', [id]);
  await provider.call('closeCalendarFeed', { token, body: {} });
  expect((await follow(provider, second)).status).toBe(404);
  expect(await since()).toBeNull();
  expect((await follow(provider, '/calendar/guess.ics')).status).toBe(404);
});

it('counts what a calendar reads as calls of its client', async () => {
  const provider = await startProvider({ limits: { callsPerClient: 4 } });
  const { token } = await signIn(provider);
  const { path } = await provider.call('openCalendarFeed', { token, body: {} });
  expect((await follow(provider, path)).status).toBe(200);
  expect((await follow(provider, path)).status).toBe(429);
});

it('takes turns with all who have no session, so that members are served whoever asks for calendars', async () => {
  const provider = await startProvider();
  const { token } = await signIn(provider);
  const holder = await provider.pool.connect();
  await holder.query('begin');
  await holder.query('lock table calendar_feed');
  let answered = 0;
  const asked = Array.from({ length: 60 }, async (_, number) => {
    await provider.raw(composeRequest('GET', `/calendar/${'a'.repeat(43)}.ics`, {}), `198.51.${number}.1`);
    answered += 1;
  });
  try {
    await provider.call('walletOverview', { token });
    expect(answered).toBe(0);
  } finally {
    await holder.query('rollback');
    holder.release();
    await Promise.all(asked);
  }
});
