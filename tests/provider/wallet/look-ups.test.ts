import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { shortenAddress } from '../../../src/lib/shorten-address.ts';
import type { Limits } from '../../../provider/provider-services.ts';
import { newWallet, signIn } from '../sign-in.ts';
import { type Answer, startProvider, type TestProvider } from '../start-provider.ts';
import { composeTransfer, fund, newPerson, type Person, sendTransfer } from './transfers.ts';

const HOUR_MS = 3_600_000;
const few: Partial<Limits> = { membersFoundPerHour: 2, membersFoundPerDay: 3, namesTriedPerHour: 3, namesTriedPerDay: 4 };

async function start(limits: Partial<Limits> = few): Promise<{ provider: TestProvider; ada: Person; others: Person[] }> {
  const provider = await startProvider({ limits: { callsPerClient: 100_000, signInsPerClient: 10_000, ...limits } });
  const [ada, ...others] = [await newPerson(provider), ...(await Promise.all(Array.from({ length: 6 }, () => newPerson(provider))))];
  return { provider, ada, others };
}

/** A session ends sooner than a day, so each look-up has one of its own. */
async function lookUp(provider: TestProvider, { wallet }: Person, to: string, clientAddress?: string): Promise<Answer> {
  const { token } = await signIn(provider, wallet);
  const where = clientAddress === undefined ? {} : { clientAddress };
  return provider.send('GET', '/wallet/transfer', { token, query: { walletType: 'USDT', to }, ...where });
}

const LIMITED = { status: 429, code: 'TOO_MANY_REQUESTS' };

describe('look-ups of other members', () => {
  it('are limited per hour and day, by any name, and a repeated one does not count', async () => {
    const { provider, ada, others } = await start();
    const [bob, eve, joe, kim, lea] = others;
    if (!bob || !eve || !joe || !kim || !lea) throw new Error('too few members');
    for (const to of [bob.uid, eve.wallet.address, bob.wallet.address, `ju-${bob.uid}`, bob.uid.toUpperCase()])
      expect(await lookUp(provider, ada, to), to).toMatchObject({ status: 200 });
    const refused = await lookUp(provider, ada, joe.uid);
    expect(refused).toMatchObject(LIMITED);
    expect(refused.headers.get('retry-after')).toBe('3600');
    expect(await lookUp(provider, ada, bob.uid)).toMatchObject({ status: 200 });
    provider.time.advance(HOUR_MS);
    expect(await lookUp(provider, ada, joe.uid)).toMatchObject({ status: 200 });
    expect((await lookUp(provider, ada, kim.uid)).headers.get('retry-after')).toBe(String(23 * 3_600));
    provider.time.advance(23 * HOUR_MS);
    expect(await lookUp(provider, ada, kim.uid)).toMatchObject({ status: 200 });
  });

  it('count neither oneself, nor one’s referrer and team, nor whom one has paid', async () => {
    const { provider, ada, others } = await start({ ...few, membersFoundPerHour: 0 });
    const [bob, eve] = others;
    if (!bob || !eve) throw new Error('too few members');
    const invited = await signIn(provider, newWallet(), { referralCode: ada.referralCode });
    const below = await signIn(provider, newWallet(), { referralCode: invited.referralCode });
    for (const to of [ada.uid, invited.uid, below.uid]) expect(await lookUp(provider, ada, to)).toMatchObject({ status: 200 });
    expect(
      await provider.send('GET', '/wallet/transfer', { token: invited.token, query: { walletType: 'USDT', to: ada.uid } }),
    ).toMatchObject({
      status: 200,
    });
    await fund(provider, ada.id, 'USDT', '100');
    expect(await lookUp(provider, ada, bob.uid)).toMatchObject(LIMITED);
    expect(await sendTransfer(provider, ada, await composeTransfer(provider, ada, { to: bob }))).toMatchObject({ status: 200 });
    expect(await lookUp(provider, ada, bob.uid)).toMatchObject({ status: 200 });
    expect(await lookUp(provider, ada, eve.uid)).toMatchObject(LIMITED);
  });

  it('that find no member count too, and both kinds share one limit', async () => {
    const { provider, ada, others } = await start();
    for (const to of ['nobody1', 'nobody2', 'Nobody2', 'nobody3'])
      expect(await lookUp(provider, ada, to)).toMatchObject({ code: 'RECIPIENT_UNKNOWN' });
    expect(await lookUp(provider, ada, 'nobody4')).toMatchObject(LIMITED);
    expect(await lookUp(provider, ada, others[0]?.uid ?? '')).toMatchObject(LIMITED);
    const full = await start();
    for (const { uid } of full.others.slice(0, 2)) expect(await lookUp(full.provider, full.ada, uid)).toMatchObject({ status: 200 });
    const answers = await Promise.all(
      ['nobody1', full.others[4]?.uid ?? '', 'nobody2', full.others[5]?.uid ?? ''].map((to) => lookUp(full.provider, full.ada, to)),
    );
    expect(answers.map(({ code }) => code)).toEqual(Array(4).fill('TOO_MANY_REQUESTS'));
  });

  it('of one client with many accounts are limited as well', async () => {
    const { provider, ada, others } = await start({ lookUpsPerClientHour: 3 });
    const [bob, eve, joe] = others;
    if (!bob || !eve || !joe) throw new Error('too few members');
    for (const to of [eve.uid, joe.uid]) expect(await lookUp(provider, ada, to, '198.51.100.7')).toMatchObject({ status: 200 });
    expect(await lookUp(provider, bob, eve.uid, '198.51.100.7')).toMatchObject({ status: 200 });
    expect(await lookUp(provider, bob, joe.uid, '198.51.100.7')).toMatchObject(LIMITED);
    expect(await lookUp(provider, bob, joe.uid, '198.51.100.8')).toMatchObject({ status: 200 });
  });

  it('at the same moment are counted one by one, and refusals fill no table', async () => {
    const { provider, ada, others } = await start();
    const answers = await Promise.all(others.map(({ uid }) => lookUp(provider, ada, uid)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2);
    const { rows } = await provider.pool.query<{ count: string }>('select count(*) from look_up where member_id = $1', [ada.id]);
    expect(Number(rows[0]?.count)).toBeLessThanOrEqual(2);
  });
});

describe('membership can’t be probed', () => {
  it('by unsigned transfers', async () => {
    const { provider, ada, others } = await start();
    const [bob, eve, joe] = others;
    if (!bob || !eve || !joe) throw new Error('too few members');
    const send = async (to: Person, name = to.uid) =>
      sendTransfer(provider, ada, { ...(await composeTransfer(provider, ada, { to, name })), signature: `0x${'00'.repeat(65)}` });
    expect(await send(bob)).toMatchObject({ code: 'SIGNATURE_INVALID' });
    expect(await send(eve)).toMatchObject({ code: 'SIGNATURE_INVALID' });
    expect(await send(joe)).toMatchObject(LIMITED);
  });

  it('by asking whether usernames, uids and codes are somebody’s', async () => {
    const { provider, ada } = await start();
    const { token } = ada;
    const checkName = (name: string) =>
      provider.send('POST', '/profile/editUserProfile', { token, query: { username: name, check: 'true' } });
    expect(await checkName('somebody')).toMatchObject({ status: 200 });
    expect(await provider.send('POST', '/profile/editUid', { token, body: { uid: 'somebody1', check: true } })).toMatchObject({
      status: 200,
    });
    expect(await provider.send('POST', '/profile/referBy', { token, body: { referralCode: 'SOMEBODY' } })).toMatchObject({ status: 422 });
    expect(await checkName('somebody2')).toMatchObject(LIMITED);
    expect(await provider.send('POST', '/profile/editUid', { token, body: { uid: 'somebody3', check: true } })).toMatchObject(LIMITED);
    expect(await provider.send('GET', '/profile/referralInfo', { token, query: { code: 'SOMEBODY2' } })).toMatchObject(LIMITED);
    expect(await provider.send('POST', '/profile/referBy', { token, body: { referralCode: 'SOMEBODY3' } })).toMatchObject(LIMITED);
    expect(await provider.send('POST', '/profile/editUserProfile', { token, query: { username: 'somebody4' } })).toMatchObject(LIMITED);
  });
});

it('a list shows no whole address of another member', async () => {
  const { provider, ada, others } = await start();
  const [bob] = others;
  if (!bob) throw new Error('too few members');
  await fund(provider, ada.id, 'USDT', '100');
  await sendTransfer(provider, ada, await composeTransfer(provider, ada, { to: bob }), randomUUID());
  const invited = await signIn(provider, newWallet(), { referralCode: ada.referralCode });
  const { token } = ada;
  const { recentRecipients, recipient } = await provider.call('walletTransferTerms', { token, query: { walletType: 'USDT', to: bob.uid } });
  expect(recentRecipients.map(({ address }) => address)).toEqual([shortenAddress(bob.wallet.address)]);
  // The data to sign.
  expect(recipient?.address).toBe(bob.wallet.address);
  const lists = await Promise.all([
    provider.call('walletTransferTerms', { token, query: { walletType: 'USDT' } }),
    provider.call('walletTransactionList', { token }),
    provider.call('myTeam', { token }),
    provider.call('bonusLog', { token }),
    provider.call('referralInfo', { token }),
    provider.call('dashboardHome', { token }),
  ]);
  const shown = JSON.stringify(lists).toLowerCase();
  for (const { wallet } of [bob, invited]) expect(shown).not.toContain(wallet.address.toLowerCase());
});
