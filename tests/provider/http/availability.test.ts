import { expect, it, onTestFinished } from 'vitest';
import { startProvider, type TestProvider } from '../start-provider.ts';
import { newWallet, type SignedIn, signIn } from '../sign-in.ts';
import { breakableProxy, type Weather } from './breakable-proxy.ts';

interface BehindProxy extends TestProvider {
  set: (weather: Weather) => void;
  unanswered: () => string;
  member: SignedIn;
}

async function behindProxy(): Promise<BehindProxy> {
  // The member signs in where timing doesn't matter.
  const direct = await startProvider();
  const member = await signIn(direct);
  const proxy = await breakableProxy(new URL(direct.databaseUrl));
  const provider = await startProvider({ databaseUrl: proxy.url, deadlineMs: 400 });
  onTestFinished(() => proxy.close());
  return { ...provider, set: proxy.set, unanswered: proxy.unanswered, member };
}

const AWAY = { status: 503, code: 'SERVICE_UNAVAILABLE', message: 'Our service can’t be reached right now. Try again in a moment.' };

it.each<Weather>(['REFUSES', 'SILENT'])(
  'a database that %s is reported as unavailable, in time, and recovers without a restart',
  async (weather) => {
    const provider = await behindProxy();
    const { token, wallet } = provider.member;
    provider.set(weather);
    expect(await provider.send('GET', '/profile/userInfo', { token })).toMatchObject(AWAY);
    expect(await provider.send('GET', '/dashboard/home')).toMatchObject(AWAY);
    expect(await provider.send('GET', '/account/nonce', { query: { address: wallet.address } })).toMatchObject(AWAY);
    expect(await provider.send('POST', '/profile/referBy', { token, body: { referralCode: 'NOBODY22' } })).toMatchObject(AWAY);
    expect(await provider.send('GET', '/ready')).toMatchObject({ status: 503, detail: { database: 'DOWN' } });
    expect(await provider.send('GET', '/status')).toMatchObject({ status: 200, data: { database: 'DOWN', chain: 'UP', nodes: ['UP'] } });
    expect(await provider.send('GET', '/health')).toMatchObject({ status: 200 });
    // The network eventually drops hanging connections; then everything continues.
    provider.set('REFUSES');
    provider.set('WORKS');
    await expect.poll(async () => (await provider.send('GET', '/profile/userInfo', { token })).status).toBe(200);
  },
);

it('checks readiness once for concurrent requests', async () => {
  const provider = await behindProxy();
  provider.set('SILENT');
  const answers = await Promise.all(Array.from({ length: 40 }, () => provider.send('GET', '/ready')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  // The start of a connection, or a query on one that is open.
  expect(provider.unanswered().match(/\0user\0|select 1/g)).toHaveLength(1);
  provider.set('REFUSES');
  provider.set('WORKS');
  await expect.poll(async () => (await provider.send('GET', '/ready')).status).toBe(200);
});

it('logs a failure without the query’s data', async () => {
  const provider = await startProvider();
  const { token } = await signIn(provider);
  await provider.pool.query('alter table member_role rename to elsewhere');
  expect(await provider.send('GET', '/profile/userInfo', { token })).toMatchObject({ status: 500, code: 'INTERNAL_ERROR' });
  const { address } = newWallet();
  await provider.pool.query('alter table sign_in_nonce rename to nowhere');
  expect(await provider.send('GET', '/account/nonce', { query: { address } })).toMatchObject({ status: 500 });
  const log = provider.logged.join('');
  expect(log).toContain('member_role');
  expect(log).not.toContain(address);
  expect(log).not.toContain('params:');
});
