import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { createDatabase } from '../../../provider/db/database.ts';
import { readPushGauges } from '../../../provider/metrics/read-gauges.ts';
import { createPushReach, type PushKeys, type PushReach, resolvePushKeys } from '../../../provider/push/push-reach.ts';
import { sendDue } from '../../../provider/push/send-due.ts';
import { tellMembers } from '../../../provider/push/tell-members.ts';
import { newPushBrowser, type PushBrowser, type PushService, readVapid, startPushService } from '../../support/push-service.ts';
import { signIn } from '../sign-in.ts';
import { startProvider, type TestProvider } from '../start-provider.ts';
import { fund, newPerson, type Person } from '../wallet/transfers.ts';

vi.setConfig({ testTimeout: 30_000 });

const MINUTE_MS = 60_000;

function keysFrom(privateKey: string): PushKeys {
  const keys = resolvePushKeys({ PUSH_PRIVATE_KEY: privateKey, PUSH_CONTACT: 'mailto:operator@jufi.example' });
  if (keys === undefined) throw new Error('the key is none');
  return keys;
}

const KEYS = keysFrom('AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE');
/** This machine alone. */
const REACH: PushReach = { allows: ({ hostname }) => hostname === '127.0.0.1', lookup: undefined };

interface World {
  provider: TestProvider;
  ada: Person;
  service: PushService;
  tell: (keys?: PushKeys) => ReturnType<typeof tellMembers>;
  log: string[];
}

async function openWorld(): Promise<World> {
  const provider = await startProvider({ push: KEYS, pushReach: REACH });
  const ada = await newPerson(provider);
  const service = await startPushService();
  const log: string[] = [];
  const services = { database: createDatabase(provider.pool), log: pino({}, { write: (line: string) => void log.push(line) }) };
  const tell = (keys = KEYS) => tellMembers({ ...services, push: { keys, reach: REACH } }, provider.time.now);
  return { provider, ada, service, tell, log };
}

const wishOf = (endpoint: string, { p256dh, auth }: PushBrowser, more: Record<string, unknown> = {}) => ({
  ...{ endpoint, p256dh, auth, showsAmounts: false, endsWithSession: false },
  ...more,
});

function subscribe({ provider, service }: World, token: string, browser: PushBrowser, more: Record<string, unknown> = {}, language = 'en') {
  return provider.call('subscribePush', { token, body: wishOf(`${service.url}/${browser.auth}`, browser, more), language });
}

async function receive(world: World, amount = '12.5'): Promise<void> {
  world.provider.time.advance(1_000);
  await fund(world.provider, world.ada.id, 'USDT', amount);
  world.provider.time.advance(1_000);
}

async function gaugesOf({ provider }: World): Promise<Record<'waiting' | 'failing' | 'behindSeconds', number | undefined>> {
  const families = await readPushGauges(createDatabase(provider.pool), provider.time.now);
  const samples = families.flatMap(({ name, samples: all }) => all.map(({ labels, value }) => ({ name, state: labels?.['state'], value })));
  const valueOf = (name: string, state?: string) => samples.find((one) => one.name === name && one.state === state)?.value;
  return {
    waiting: valueOf('jufi_push_messages', 'waiting'),
    failing: valueOf('jufi_push_messages', 'failing'),
    behindSeconds: valueOf('jufi_push_behind_seconds'),
  };
}

describe('a browser that was subscribed', () => {
  it('gets notifications once, without amounts, encrypted for it alone and signed by the operator', async () => {
    const world = await openWorld();
    const browser = newPushBrowser();
    await receive(world, '1');
    await subscribe(world, world.ada.token, browser, {}, 'de');
    expect(await world.tell()).toMatchObject({ sent: 0 });
    await receive(world);
    expect(await gaugesOf(world)).toEqual({ waiting: 0, failing: 0, behindSeconds: 2 });
    expect(await world.tell()).toMatchObject({ noted: 1, sent: 1, failed: 0 });
    expect(await gaugesOf(world)).toEqual({ waiting: 0, failing: 0, behindSeconds: 0 });
    expect(await world.tell()).toMatchObject({ noted: 0, sent: 0 });
    expect(world.service.received).toHaveLength(1);
    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = world.service.received;
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
    expect(readVapid(headers)).toMatchObject({
      claims: { aud: world.service.url, sub: 'mailto:operator@jufi.example' },
      publicKey: KEYS.publicKey,
    });
    expect(browser.decrypt(body)).toMatchObject({ text: 'Eine Einzahlung wurde gutgeschrieben', path: '/de/wallet/history' });
    expect(() => newPushBrowser().decrypt(body)).toThrow();
  });

  it('gets amounts if the member wants them there', async () => {
    const world = await openWorld();
    const browser = newPushBrowser();
    await subscribe(world, world.ada.token, browser, { showsAmounts: true });
    await receive(world);
    await world.tell();
    expect(world.service.received.map(({ body }) => browser.decrypt(body))).toMatchObject([{ text: 'Deposit credited: 12.5\u00a0USDT' }]);
  });

  it('is tried again later and later while its service fails, then no more for this message', async () => {
    const world = await openWorld();
    await subscribe(world, world.ada.token, newPushBrowser());
    await receive(world);
    world.service.answer(503);
    expect(await world.tell()).toMatchObject({ failed: 1 });
    expect(await world.tell()).toMatchObject({ failed: 0, sent: 0 });
    expect(await gaugesOf(world)).toEqual({ waiting: 0, failing: 1, behindSeconds: 0 });
    for (const minutes of [1, 5, 15, 60, 240]) {
      world.provider.time.advance((minutes - 0.5) * MINUTE_MS);
      expect(await world.tell()).toMatchObject({ failed: 0 });
      world.provider.time.advance(0.5 * MINUTE_MS);
      expect(await world.tell()).toMatchObject({ failed: 1 });
    }
    world.provider.time.advance(600 * MINUTE_MS);
    expect(await world.tell()).toMatchObject({ failed: 0 });
    expect(world.service.received).toHaveLength(6);
    expect(await gaugesOf(world)).toEqual({ waiting: 0, failing: 0, behindSeconds: 0 });
    expect(world.log.join('')).toContain('"why":"503"');
    expect(world.log.join('')).not.toContain(world.service.received[0]?.path);
    world.service.answer(201);
    await receive(world);
    expect(await world.tell()).toMatchObject({ sent: 1 });
  });

  it('whose keys nothing can be encrypted for, is refused, and costs only its own messages if it was taken once', async () => {
    const world = await openWorld();
    const { provider, ada } = world;
    const short = { ...newPushBrowser(), auth: `${'A'.repeat(20)}==` };
    expect(
      await provider.send('POST', '/account/subscribePush', { token: ada.token, body: wishOf(`${world.service.url}/1`, short) }),
    ).toMatchObject({ status: 422, code: 'PUSH_UNAVAILABLE' });
    await subscribe(world, ada.token, newPushBrowser());
    await provider.pool.query('update push_subscription set auth = $1', [short.auth]);
    await receive(world);
    expect(await world.tell()).toMatchObject({ failed: 1 });
    expect((await provider.pool.query('select from push_pause')).rowCount).toBe(0);
    await subscribe(world, ada.token, newPushBrowser());
    await receive(world);
    expect(await world.tell()).toMatchObject({ sent: 1 });
  });

  it('leaves nothing of a service that nobody has any more: whoever subscribes chooses its name', async () => {
    const world = await openWorld();
    const { provider, ada } = world;
    const { id } = await provider.call('subscribePush', { token: ada.token, body: wishOf('http://127.0.0.1:1/x', newPushBrowser()) });
    await receive(world);
    expect(await world.tell()).toMatchObject({ failed: 1 });
    const pauses = async () => (await provider.pool.query('select from push_pause')).rowCount;
    expect(await pauses()).toBe(1);
    await provider.call('unsubscribePush', { token: ada.token, body: { id } });
    provider.time.advance(3 * 24 * 60 * MINUTE_MS);
    await world.tell();
    expect(await pauses()).toBe(0);
  });

  it('is refused where its address is too long as it is called', async () => {
    const { provider, ada, service } = await openWorld();
    const body = wishOf(`${service.url}/${'ä'.repeat(200)}`, newPushBrowser());
    expect(await provider.send('POST', '/account/subscribePush', { token: ada.token, body })).toMatchObject({
      status: 422,
      code: 'PUSH_UNAVAILABLE',
    });
  });

  it.each([404, 410])('is forgotten when its service answers %i', async (status) => {
    const world = await openWorld();
    await subscribe(world, world.ada.token, newPushBrowser());
    await receive(world);
    world.service.answer(status);
    expect(await world.tell()).toMatchObject({ ended: 1 });
    expect((await world.provider.call('push', { token: world.ada.token })).devices).toEqual([]);
    expect((await world.provider.pool.query('select from push_message')).rowCount).toBe(0);
  });

  it('ends with its session if the member said so, and else outlives it', async () => {
    const world = await openWorld();
    const { provider, ada } = world;
    await subscribe(world, ada.token, newPushBrowser(), { endsWithSession: true });
    await subscribe(world, ada.token, newPushBrowser());
    const { devices } = await provider.call('push', { token: ada.token });
    expect(devices.map(({ endsWithSession }) => endsWithSession).toSorted()).toEqual([false, true]);
    await provider.call('logout', { token: ada.token, body: {} });
    await receive(world);
    expect(await world.tell()).toMatchObject({ ended: 1, sent: 1 });
  });

  it('gets no more once unsubscribed, which no other member can do', async () => {
    const world = await openWorld();
    const { provider, ada } = world;
    const { id } = await subscribe(world, ada.token, newPushBrowser());
    const other = await signIn(provider);
    await provider.call('unsubscribePush', { token: other.token, body: { id } });
    expect((await provider.call('push', { token: ada.token })).devices).toHaveLength(1);
    await provider.call('unsubscribePush', { token: ada.token, body: { id } });
    await receive(world);
    expect(await world.tell()).toMatchObject({ sent: 0 });
  });

  it('belongs to the member who subscribed it last, and nothing of the one before is sent there', async () => {
    const world = await openWorld();
    const browser = newPushBrowser();
    await subscribe(world, world.ada.token, browser);
    await receive(world);
    const other = await signIn(world.provider);
    await subscribe(world, other.token, browser);
    expect(await world.tell()).toMatchObject({ sent: 0 });
    expect((await world.provider.call('push', { token: world.ada.token })).devices).toEqual([]);
  });

  it('ends when the operator’s key is another one', async () => {
    const world = await openWorld();
    await subscribe(world, world.ada.token, newPushBrowser());
    await receive(world);
    expect(await world.tell(keysFrom('AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI'))).toMatchObject({ ended: 1, sent: 0 });
  });

  it('gets its messages at once although another service is silent, which is left alone for a while', async () => {
    const world = await openWorld();
    const { provider, ada } = world;
    const silent = await startPushService();
    silent.answer('NOT_AT_ALL');
    for (let browsers = 0; browsers < 6; browsers += 1) {
      const browser = newPushBrowser();
      await provider.call('subscribePush', { token: ada.token, body: wishOf(`${silent.url}/${browser.auth}`, browser) });
    }
    await subscribe(world, ada.token, newPushBrowser());
    await receive(world);
    const told = world.tell();
    await expect.poll(() => world.service.received.length, { timeout: 8_000 }).toBe(1);
    // Of one member two at a time, although six are due and four may be under way.
    expect(await told).toMatchObject({ noted: 7, sent: 1, failed: 2 });
    expect(silent.received).toHaveLength(2);
    await receive(world);
    expect(await world.tell()).toMatchObject({ noted: 7, sent: 1, failed: 0 });
    expect(silent.received).toHaveLength(2);
    provider.time.advance(MINUTE_MS);
    silent.answer(201);
    expect(await world.tell()).toMatchObject({ sent: 12 });
  });

  it('is sent nothing in a run that would outlast its time', async () => {
    const world = await openWorld();
    await subscribe(world, world.ada.token, newPushBrowser());
    await receive(world);
    world.service.answer(503);
    await world.tell();
    world.provider.time.advance(MINUTE_MS);
    const services = { database: createDatabase(world.provider.pool), log: pino({ level: 'silent' }), push: { keys: KEYS, reach: REACH } };
    expect(await sendDue(services, world.provider.time.now, performance.now() + 9_000)).toEqual({ ended: 0, sent: 0, failed: 0 });
  });

  it('gets nothing for a blocked member', async () => {
    const world = await openWorld();
    await subscribe(world, world.ada.token, newPushBrowser());
    await world.provider.pool.query('update member set blocked_at = now()');
    await receive(world);
    expect(await world.tell()).toMatchObject({ sent: 0 });
  });
});

describe('somebody with ten accounts and a script', () => {
  it('gets at most twenty messages a day', async () => {
    const world = await openWorld();
    await subscribe(world, world.ada.token, newPushBrowser());
    let sent = 0;
    for (let minutes = 0; minutes < 4; minutes += 1) {
      for (let transfers = 0; transfers < 10; transfers += 1) await receive(world, '0.000001');
      sent += (await world.tell()).sent;
    }
    expect(sent).toBe(20);
  });

  it('is one of at most ten per account, and can’t be changed more than ten times a minute', async () => {
    const world = await openWorld();
    const answers: number[] = [];
    for (let browsers = 0; browsers < 12; browsers += 1) {
      const browser = newPushBrowser();
      const body = wishOf(`${world.service.url}/${browser.auth}`, browser);
      answers.push((await world.provider.send('POST', '/account/subscribePush', { token: world.ada.token, body })).status);
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
    world.provider.time.advance(MINUTE_MS);
    await subscribe(world, world.ada.token, newPushBrowser());
    expect((await world.provider.call('push', { token: world.ada.token })).devices).toHaveLength(10);
  });

  it('is one client in all of an IPv6 network, whose changes are limited together', async () => {
    const world = await openWorld();
    const answers: number[] = [];
    for (let members = 0; members < 4; members += 1) {
      const { token } = await signIn(world.provider);
      for (let browsers = 0; browsers < 8; browsers += 1) {
        const browser = newPushBrowser();
        const body = wishOf(`${world.service.url}/${browser.auth}`, browser);
        const clientAddress = `2001:db8:1:2::${members}:${browsers}`;
        answers.push((await world.provider.send('POST', '/account/subscribePush', { token, body, clientAddress })).status);
      }
    }
    expect(answers).toEqual([...Array.from({ length: 30 }, () => 200), 429, 429]);
  });

  it('has this server call no address that isn’t a push service’s on the public network', async () => {
    const provider = await startProvider({ push: KEYS });
    const { token } = await signIn(provider);
    const browser = newPushBrowser();
    for (const endpoint of [
      'http://push.jufi.example/1',
      'https://127.0.0.1/1',
      'https://localhost/1',
      'https://push.jufi.example:8443/1',
      'https://push.jufi.example/1',
      'https://kubernetes.default.svc/1',
      'https://127.0.0.1.nip.io/1',
      'https://fcm.googleapis.com.evil.example/1',
      'no address',
    ]) {
      provider.time.advance(MINUTE_MS);
      const { status, code } = await provider.send('POST', '/account/subscribePush', { token, body: wishOf(endpoint, browser) });
      expect({ status, code }, endpoint).toEqual({ status: 422, code: 'PUSH_UNAVAILABLE' });
    }
  });

  it('is refused a key with which nothing can be encrypted', async () => {
    const world = await openWorld();
    const body = wishOf(`${world.service.url}/1`, { ...newPushBrowser(), p256dh: 'B'.repeat(87) });
    const { code } = await world.provider.send('POST', '/account/subscribePush', { token: world.ada.token, body });
    expect(code).toBe('PUSH_UNAVAILABLE');
  });
});

it('offers nothing where the operator has set no key', async () => {
  const provider = await startProvider({ pushReach: createPushReach() });
  const { token } = await signIn(provider);
  expect(await provider.call('push', { token })).toEqual({ publicKey: null, devices: [] });
  const body = wishOf('https://push.jufi.com/1', newPushBrowser());
  expect((await provider.send('POST', '/account/subscribePush', { token, body })).code).toBe('PUSH_UNAVAILABLE');
});
