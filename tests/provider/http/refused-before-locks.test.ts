import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTreasury } from '../treasury/open-treasury.ts';
import { signIn } from '../sign-in.ts';

let treasury: Awaited<ReturnType<typeof openTreasury>>;
let provider: typeof treasury.provider;
beforeAll(async () => {
  treasury = await openTreasury();
  ({ provider } = treasury);
});
afterAll(() => treasury.stop());

/** Makes a call while someone else holds the lock it would wait for. */
async function whileHeld<Result>(lock: string, call: () => Promise<Result>): Promise<Result> {
  const client = await provider.pool.connect();
  try {
    await client.query('begin');
    await client.query(lock);
    return await call();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const NAMES = `select pg_advisory_xact_lock(hashtext('names'))`;
const REFERRALS = `select pg_advisory_xact_lock(hashtext('referral'))`;
const MINTING = 'select * from treasury_supply for update';

it('a purchase that can’t be paid doesn’t wait for its turn', async () => {
  const poor = await treasury.buyer('99.999999');
  expect(await whileHeld(MINTING, () => poor.tryToBuy())).toMatchObject({
    status: 422,
    code: 'INSUFFICIENT_BALANCE',
    detail: { walletType: 'USDT', available: '99.999999' },
  });
});

it('a request for a taken name or uid doesn’t wait for its turn', async () => {
  const [ada, bob] = [await signIn(provider), await signIn(provider)];
  await provider.call('editUserProfile', { token: ada.token, query: { username: 'somebody' } });
  const rename = () => provider.send('POST', '/profile/editUserProfile', { token: bob.token, query: { username: 'S0mebody' } });
  expect(await whileHeld(NAMES, rename)).toMatchObject({ status: 422, code: 'USERNAME_TAKEN' });
  const editUid = (uid: string) => provider.send('POST', '/profile/editUid', { token: bob.token, body: { uid } });
  expect(await whileHeld(NAMES, () => editUid(ada.uid))).toMatchObject({ status: 422, code: 'UID_TAKEN' });
  expect(await editUid('bobbob')).toMatchObject({ status: 200 });
  expect(await whileHeld(NAMES, () => editUid('bobbobbob'))).toMatchObject({ status: 422, code: 'UID_TOO_SOON' });
});

it('a request for a forbidden referrer doesn’t wait for its turn', async () => {
  const [ada, bob] = [await signIn(provider), await signIn(provider)];
  const bind = (referralCode: string) => provider.send('POST', '/profile/referBy', { token: bob.token, body: { referralCode } });
  expect(await whileHeld(REFERRALS, () => bind('ZZZZZZZZ'))).toMatchObject({ status: 422, code: 'REFERRAL_CODE_UNKNOWN' });
  expect(await whileHeld(REFERRALS, () => bind(bob.referralCode))).toMatchObject({ status: 422, code: 'REFERRAL_SELF' });
  expect(await bind(ada.referralCode)).toMatchObject({ status: 200 });
  expect(await whileHeld(REFERRALS, () => bind(ada.referralCode))).toMatchObject({ status: 422, code: 'REFERRER_ALREADY_SET' });
});
