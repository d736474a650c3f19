import { type Hex, hashTypedData } from 'viem';
import { expect, inject, onTestFinished, test } from 'vitest';
import { BrokenAnswer, startFaultyRpc } from '../../support/faulty-rpc.ts';
import { issueNonce, newWallet, signIn } from '../sign-in.ts';
import { startProvider } from '../start-provider.ts';

/** None of our accounts' keys signs like this: the provider has to ask the chain whether a contract accepts it. */
const SIGNATURE: Hex = `0x${'5a'.repeat(96)}`;

test('a run against an overloaded node logs no token, signature, nonce, message or body, but still what failed', async () => {
  const rpc = await startFaultyRpc(inject('chainUrl'));
  onTestFinished(() => rpc.stop());
  const provider = await startProvider({ chainRpcUrl: rpc.url });
  const member = await signIn(provider);
  rpc.inject(() => {
    throw new BrokenAnswer(429, 'too many requests');
  });
  const wallet = newWallet();
  const { nonce, message } = await issueNonce(provider, wallet.address);
  const authenticated = await provider.send('POST', '/account/authenticate/walletAddress', {
    body: { address: wallet.address, message, signature: SIGNATURE },
  });
  expect(authenticated).toMatchObject({ status: 503, code: 'CHAIN_UNAVAILABLE' });
  const remark = 'For the garden, from Ana';
  const intent = {
    destination: 'MEMBER',
    walletType: 'USDT',
    to: member.uid,
    amount: '5',
    maxFee: '1',
    remark,
    nonce: hashTypedData({ domain: {}, types: { A: [] }, primaryType: 'A', message: {} }),
    deadline: Math.floor(provider.time.now.getTime() / 1_000) + 300,
    signature: SIGNATURE,
  };
  const other = await provider.send('GET', '/profile/userInfo', { token: `${member.token.slice(0, 42)}x` });
  expect(other.status).toBe(401);
  await provider.send('POST', '/wallet/transfer', {
    token: member.token,
    body: intent,
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  await provider.pool.query('alter table session rename to elsewhere');
  expect((await provider.send('GET', '/profile/userInfo', { token: member.token })).status).toBe(500);

  const log = provider.logged.join('');
  for (const secret of [member.token, SIGNATURE.slice(2, 80), nonce, message, 'wants you to sign in', remark, intent.nonce])
    expect(log).not.toContain(secret);
  expect(log).toContain('ChainUnavailable');
  expect(log).toContain('CHAIN_UNAVAILABLE');
  expect(log).toContain('42P01');
});
