import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, openProvider, startProvider, type TestProvider } from '../start-provider.ts';
import { authenticate, issueNonce, newWallet, signIn } from '../sign-in.ts';

const MINUTE_MS = 60_000;

describe('a nonce', () => {
  it('comes with the EIP-4361 message of the configured site, whatever Host the request names', async () => {
    const { raw, time } = await startProvider();
    const { address } = newWallet();
    const request = new Request(`http://evil.example/api/account/nonce?address=${address}`, { headers: { host: 'evil.example' } });
    const { data } = (await (await raw(request)).json()) as { data: { nonce: string; message: string; expiresAt: string } };
    expect(data.nonce).toMatch(/^[0-9a-f]{64}$/);
    expect(data.expiresAt).toBe(new Date(time.now.getTime() + 5 * MINUTE_MS).toISOString());
    expect(data.message.split('\n')).toEqual([
      'jufi.example wants you to sign in with your Ethereum account:',
      address,
      '',
      'Sign in to JuFi. This costs nothing and moves no funds.',
      '',
      'URI: https://jufi.example',
      'Version: 1',
      'Chain ID: 210000',
      `Nonce: ${data.nonce}`,
      'Issued At: 2026-11-21T09:00:00.000Z',
      'Expiration Time: 2026-11-21T09:05:00.000Z',
    ]);
  });

  it('names the scheme where it is not https, as EIP-4361 takes https when none is given', async () => {
    const provider = await startProvider({ siteUrl: 'http://127.0.0.1:4321' });
    const { message } = await issueNonce(provider, newWallet().address);
    expect(message).toContain('http://127.0.0.1:4321 wants you to sign in');
    expect(message).toContain('URI: http://127.0.0.1:4321\n');
  });

  it('is kept as a hash only', async () => {
    const provider = await startProvider();
    const { nonce } = await issueNonce(provider, newWallet().address);
    const { rows } = await provider.pool.query<{ row: string }>('select sign_in_nonce::text as row from sign_in_nonce');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(nonce);
  });

  it('is for the product chain only, and for addresses whose checksum is right', async () => {
    const { send } = await startProvider();
    const { address } = newWallet();
    const lower = address.toLowerCase();
    const flipped = address.replace(/[a-fA-F](?=[^a-fA-F]*$)/, (digit) =>
      digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase(),
    );
    expect(await send('GET', '/account/nonce', { query: { address, chainId: '1' } })).toMatchObject({
      status: 422,
      code: 'CHAIN_MISMATCH',
    });
    expect(await send('GET', '/account/nonce', { query: { address, chainId: '210000' } })).toMatchObject({ status: 200 });
    expect(await send('GET', '/account/nonce', { query: { address: lower } })).toMatchObject({ status: 200 });
    expect(await send('GET', '/account/nonce', { query: { address: flipped } })).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      detail: { fields: { address: 'CHECKSUM' } },
    });
  });
});

describe('a good signature', () => {
  it('makes the member on the first sign-in and finds it on the next', async () => {
    const provider = await startProvider();
    const wallet = newWallet();
    const first = await signIn(provider, wallet);
    const second = await signIn(provider, wallet);
    expect(first).toMatchObject({ isNew: true, referral: 'NONE' });
    expect(second).toMatchObject({ isNew: false, referral: 'NONE', id: first.id });
    expect(second.token).not.toBe(first.token);
    const info = await provider.call('userInfo', { token: first.token });
    expect(info).toMatchObject({
      id: first.id,
      address: wallet.address,
      role: { code: 'MEMBER', name: 'Member' },
      referrer: null,
      language: 'en',
    });
  });

  it('opens a session that outlives neither 30 idle minutes nor 12 hours', async () => {
    const provider = await startProvider();
    const { token } = await signIn(provider);
    const status = async (): Promise<number> => (await provider.send('GET', '/profile/userInfo', { token })).status;
    for (let used = 0; used < 24; used += 1) {
      expect(await status()).toBe(200);
      provider.time.advance(30 * MINUTE_MS - 1);
    }
    expect(await status()).toBe(200);
    provider.time.advance(24);
    expect(await status()).toBe(401);
    const idle = await signIn(provider);
    provider.time.advance(30 * MINUTE_MS);
    expect((await provider.send('GET', '/profile/userInfo', { token: idle.token })).status).toBe(401);
  });

  it('keeps the token as a hash only, and logs neither token nor signature nor query', async () => {
    const provider = await startProvider();
    const wallet = newWallet();
    const { token } = await signIn(provider, wallet);
    await provider.call('userInfo', { token });
    const { rows } = await provider.pool.query<{ row: string }>('select session::text as row from session');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(token);
    const log = provider.logged.join('');
    expect(log).toContain('POST /account/authenticate/walletAddress');
    expect(log).not.toContain(token);
    expect(log).not.toContain('Bearer');
    expect(log).not.toContain(wallet.address);
    expect(log).not.toMatch(/0x[0-9a-f]{100}/);
  });

  it('signs out for good', async () => {
    const provider = await startProvider();
    const { token } = await signIn(provider);
    expect(await provider.call('logout', { token })).toEqual({});
    expect(await provider.send('GET', '/profile/userInfo', { token })).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    expect((await provider.send('POST', '/account/logout', { token })).status).toBe(401);
  });

  it('of a blocked member opens no session, and blocks the ones that are open', async () => {
    const provider = await startProvider();
    const { token, wallet, id } = await signIn(provider);
    await provider.pool.query('update member set blocked_at = now() where id = $1', [id]);
    expect(await provider.send('GET', '/profile/userInfo', { token })).toMatchObject({ status: 403, code: 'MEMBER_BLOCKED' });
    const { message } = await issueNonce(provider, wallet.address);
    expect(await authenticate(provider, wallet, message)).toMatchObject({ status: 403, code: 'MEMBER_BLOCKED' });
    expect(await sessionCount(provider)).toBe(1);
  });

  it('works while an old token is still sent along', async () => {
    const provider = await startProvider();
    const wallet = newWallet();
    const { message } = await issueNonce(provider, wallet.address);
    const body = { address: wallet.address, message, signature: await wallet.sign(message) };
    expect((await provider.send('POST', '/account/authenticate/walletAddress', { body, token: 'x'.repeat(43) })).status).toBe(200);
  });
});

describe('many at once', () => {
  it('with one nonce open one session', async () => {
    const provider = await startProvider();
    const wallet = newWallet();
    const { message } = await issueNonce(provider, wallet.address);
    const answers = await Promise.all(Array.from({ length: 50 }, () => authenticate(provider, wallet, message)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'NONCE_UNKNOWN')).toHaveLength(49);
    expect(await sessionCount(provider)).toBe(1);
  });

  it('with nonces of their own make one member', async () => {
    const provider = await startProvider();
    const wallet = newWallet();
    const signedIn = await Promise.all(Array.from({ length: 50 }, () => signIn(provider, wallet)));
    expect(new Set(signedIn.map(({ id }) => id)).size).toBe(1);
    expect(signedIn.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(signedIn.map(({ token }) => token)).size).toBe(50);
    const { rows } = await provider.pool.query('select from member');
    expect(rows).toHaveLength(1);
  });
});

describe('a message that is not the one issued', () => {
  const cases: [string, string, (message: string) => string][] = [
    ['another domain', 'DOMAIN_MISMATCH', (text) => text.replace('jufi.example wants', 'evil.example wants')],
    ['a domain with user info', 'DOMAIN_MISMATCH', (text) => text.replace('jufi.example wants', 'a@jufi.example wants')],
    ['another port', 'DOMAIN_MISMATCH', (text) => text.replace('jufi.example wants', 'jufi.example:444 wants')],
    ['another scheme', 'DOMAIN_MISMATCH', (text) => `http://${text}`],
    ['the same scheme, written out', 'DOMAIN_MISMATCH', (text) => `https://${text}`],
    ['another uri', 'DOMAIN_MISMATCH', (text) => text.replace('URI: https://jufi.example', 'URI: https://evil.example')],
    ['another path', 'DOMAIN_MISMATCH', (text) => text.replace('URI: https://jufi.example', 'URI: https://jufi.example/other')],
    ['another chain', 'CHAIN_MISMATCH', (text) => text.replace('Chain ID: 210000', 'Chain ID: 1')],
    ['a chain id with a leading zero', 'MESSAGE_INVALID', (text) => text.replace('Chain ID: 210000', 'Chain ID: 0210000')],
    ['a chain id of 400 digits', 'MESSAGE_INVALID', (text) => text.replace('Chain ID: 210000', `Chain ID: ${'2'.repeat(400)}`)],
    ['an unknown nonce', 'NONCE_UNKNOWN', (text) => text.replace(/Nonce: .{64}/, `Nonce: ${'0'.repeat(64)}`)],
    ['a nonce too short', 'MESSAGE_INVALID', (text) => text.replace(/Nonce: .{64}/, 'Nonce: 1234567')],
    ['version 9', 'MESSAGE_INVALID', (text) => text.replace('Version: 1', 'Version: 9')],
    ['text after the end', 'MESSAGE_INVALID', (text) => `${text}\nand all my tokens`],
    ['a line feed after the end', 'MESSAGE_INVALID', (text) => `${text}\n`],
    ['an extra line', 'MESSAGE_INVALID', (text) => text.replace('Version: 1', 'Version: 1\nVersion: 1')],
    ['carriage returns', 'MESSAGE_INVALID', (text) => text.replaceAll('\n', '\r\n')],
    ['another statement', 'MESSAGE_INVALID', (text) => text.replace('This costs nothing and moves no funds.', 'I agree.')],
    ['no statement', 'MESSAGE_INVALID', (text) => text.replace(/\nSign in to JuFi.*\n/, '')],
    ['resources', 'MESSAGE_INVALID', (text) => `${text}\nResources:\n- https://evil.example`],
    ['a request id', 'MESSAGE_INVALID', (text) => `${text}\nRequest ID: 1`],
    ['a time it is not valid before', 'MESSAGE_INVALID', (text) => `${text}\nNot Before: 2026-11-21T09:01:00.000Z`],
    ['another time of issue', 'MESSAGE_INVALID', (text) => text.replace('09:00:00.000Z', '08:59:59.000Z')],
    ['the same moment, written differently', 'MESSAGE_INVALID', (text) => text.replace('09:00:00.000Z', '10:00:00.000+01:00')],
    ['a later expiry', 'MESSAGE_INVALID', (text) => text.replace('09:05:00.000Z', '23:05:00.000Z')],
    ['an impossible date', 'MESSAGE_INVALID', (text) => text.replace('2026-11-21T09:00', '2026-02-30T09:00')],
    ['a 13th month', 'MESSAGE_INVALID', (text) => text.replace('2026-11-21T09:00', '2026-13-21T09:00')],
    ['no expiry', 'MESSAGE_INVALID', (text) => text.replace(/\nExpiration Time: .*/, '')],
    ['its address in lower case', 'MESSAGE_INVALID', (text) => text.replace(/0x[0-9a-fA-F]{40}/, (address) => address.toLowerCase())],
    [
      'its address in capitals',
      'MESSAGE_INVALID',
      (text) => text.replace(/0x([0-9a-fA-F]{40})/, (_, digits: string) => `0x${digits.toUpperCase()}`),
    ],
    ['letters beyond ASCII', 'MESSAGE_INVALID', (text) => text.replace('costs', 'cоsts')],
    ['nothing of a message', 'MESSAGE_INVALID', () => 'hello'],
  ];

  let provider: Awaited<ReturnType<typeof openProvider>>;
  beforeAll(async () => {
    provider = await openProvider();
  });
  afterAll(() => provider.stop());

  it.each(cases)('is refused: %s', async (_, code, change) => {
    const wallet = newWallet();
    const { message } = await issueNonce(provider, wallet.address);
    const changed = change(message);
    expect(changed).not.toBe(message);
    expect(await authenticate(provider, wallet, changed)).toMatchObject({ status: 422, code });
    expect(await sessionCount(provider)).toBe(0);
    expect((await provider.pool.query('select from member')).rows).toHaveLength(0);
  });

  it('is refused: the nonce of another address', async () => {
    const provider = await startProvider();
    const [mine, theirs] = [newWallet(), newWallet()];
    const { message } = await issueNonce(provider, theirs.address);
    expect(await authenticate(provider, mine, message)).toMatchObject({ status: 422, code: 'MESSAGE_INVALID' });
    const borrowed = message.replace(theirs.address, mine.address);
    expect(await authenticate(provider, mine, borrowed)).toMatchObject({ status: 422, code: 'NONCE_UNKNOWN' });
    expect(await authenticate(provider, theirs, message)).toMatchObject({ status: 200 });
  });

  it('is refused: one of another site, whole', async () => {
    const other = await startProvider({ siteUrl: 'https://other.example' });
    const provider = await startProvider();
    const wallet = newWallet();
    const { message } = await issueNonce(other, wallet.address);
    expect(await authenticate(provider, wallet, message)).toMatchObject({ code: 'DOMAIN_MISMATCH' });
  });

  it('is refused: over 4 KiB', async () => {
    const provider = await startProvider();
    const wallet = newWallet();
    const answer: Answer = await authenticate(provider, wallet, 'é'.repeat(2_049));
    expect(answer).toMatchObject({ status: 422, code: 'MESSAGE_INVALID' });
    expect(await authenticate(provider, wallet, 'a'.repeat(4_097))).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
  });
});

describe('time', () => {
  it('ends a nonce after five minutes', async () => {
    const provider = await startProvider();
    const wallet = newWallet();
    const [early, late] = [await issueNonce(provider, wallet.address), await issueNonce(provider, wallet.address)];
    provider.time.advance(5 * MINUTE_MS - 1);
    expect((await authenticate(provider, wallet, early.message)).status).toBe(200);
    provider.time.advance(1);
    expect(await authenticate(provider, wallet, late.message)).toMatchObject({ status: 422, code: 'NONCE_EXPIRED' });
  });

  it('before a message was issued makes it invalid', async () => {
    const provider = await startProvider();
    const wallet = newWallet();
    const { message } = await issueNonce(provider, wallet.address);
    provider.time.advance(-1);
    expect(await authenticate(provider, wallet, message)).toMatchObject({ status: 422, code: 'MESSAGE_INVALID' });
  });

  it('does not give a nonce a second try, whether the first was good or bad', async () => {
    const provider = await startProvider();
    const [wallet, stranger] = [newWallet(), newWallet()];
    const { message } = await issueNonce(provider, wallet.address);
    const forged = { address: wallet.address, sign: (text: string) => stranger.sign(text) };
    expect(await authenticate(provider, forged, message)).toMatchObject({ status: 422, code: 'SIGNATURE_INVALID' });
    expect(await authenticate(provider, wallet, message)).toMatchObject({ status: 422, code: 'NONCE_UNKNOWN' });
    const again = await issueNonce(provider, wallet.address);
    expect((await authenticate(provider, wallet, again.message)).status).toBe(200);
    expect(await authenticate(provider, wallet, again.message)).toMatchObject({ status: 422, code: 'NONCE_UNKNOWN' });
  });
});

it('takes a signature that a wallet gave without its 0x', async () => {
  const provider = await startProvider();
  const wallet = newWallet();
  const { message } = await issueNonce(provider, wallet.address);
  const bare = { address: wallet.address, sign: async (text: string) => (await wallet.sign(text)).slice(2) as `0x${string}` };
  expect((await authenticate(provider, bare, message)).status).toBe(200);
});

describe('a referral code at the first sign-in', () => {
  it('binds the new member, in any case of letters', async () => {
    const provider = await startProvider();
    const sponsor = await signIn(provider);
    const invited = await signIn(provider, newWallet(), { referralCode: sponsor.referralCode.toLowerCase() });
    expect(invited.referral).toBe('BOUND');
    const info = await provider.call('userInfo', { token: invited.token });
    expect(info.referrer?.uid).toBe(sponsor.uid);
  });

  it.each([
    (code: string) => `${code}.`,
    (code: string) => `«${code}»`,
    (code: string) => code.replace(/^./, (letter) => `\u200b${letter}`),
  ])('binds with what a chat or a sentence left around it', async (pasted) => {
    const provider = await startProvider();
    const sponsor = await signIn(provider);
    expect((await signIn(provider, newWallet(), { referralCode: pasted(sponsor.referralCode) })).referral).toBe('BOUND');
  });

  it('that doesn’t exist blocks no one', async () => {
    const provider = await startProvider();
    expect(await signIn(provider, newWallet(), { referralCode: 'NOBODY22' })).toMatchObject({ isNew: true, referral: 'UNKNOWN' });
  });

  it('changes nothing for an existing member', async () => {
    const provider = await startProvider();
    const sponsor = await signIn(provider);
    const wallet = newWallet();
    await signIn(provider, wallet);
    expect(await signIn(provider, wallet, { referralCode: sponsor.referralCode })).toMatchObject({ isNew: false, referral: 'NONE' });
  });
});

async function sessionCount({ pool }: TestProvider): Promise<number> {
  return (await pool.query('select from session')).rows.length;
}
