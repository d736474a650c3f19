import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';

import { createHttpClient } from '../http-client.ts';
import type { Attack, AttackContext } from './attack.ts';

/** Everything a client's limit allows per minute, minus a few. */
const PARALLEL = 1_180;
/** The same in each second. */
const CALLS_PER_SECOND = 20;
const challengeAnswer = z.object({ data: z.object({ message: z.string() }) });
const JSON_TYPE = { 'content-type': 'application/json' };

/** Twenty times a second, without a session: 16 KB that take quadratic time in a scanner that restarts at each quote. */
export const quadraticBodies: Attack['run'] = (context) => {
  const body = `"${'\\"'.repeat(8_191)}`;
  return repeat(context, 20, (request) => request('POST', '/api/account/authenticate/walletAddress', JSON_TYPE, body));
};

/**
 * As many attempts to sign in as a minute allows (a challenge and its answer are two calls), each with a sound message and a signature that no key of the
 * address made: the most work that somebody without an account can cause, since the chain is asked whether the address is a contract.
 */
export const wrongSignatures: Attack['run'] = (context) => {
  const path = '/api/account/authenticate/walletAddress';
  const signature = `0x${'11'.repeat(64)}1b`;
  return repeat(context, CALLS_PER_SECOND / 2, async (request) => {
    const address = `0x${randomBytes(20).toString('hex')}`;
    const challenge = await request('GET', `/api/account/nonce?address=${address}`, {});
    if (challenge.status !== 200) return challenge;
    const { data } = challengeAnswer.parse(JSON.parse(challenge.text));
    return request('POST', path, JSON_TYPE, JSON.stringify({ address, message: data.message, signature }));
  });
};

/** As many calls of one member as a minute allows, all at once: refused value transfers, and reads. */
export const parallelCalls: Attack['run'] = async ({ port, localAddress, token, signal, note }) => {
  const { request, close } = createHttpClient(port, localAddress);
  const own = { authorization: `Bearer ${token}` };
  const stake = JSON.stringify({ amount: '1000', periodId: '01a1fd55-7a80-76a9-92d8-1a67dcc3e79b' });
  const call = (number: number) =>
    number % 2 === 0
      ? request('POST', '/api/staking/stakingPurchase', { ...own, ...JSON_TYPE, 'idempotency-key': randomUUID() }, stake)
      : request('GET', '/api/wallet/overview', own);
  const all = Array.from({ length: PARALLEL }, async (_, number) => {
    await call(number).then(
      ({ status }) => note(String(status)),
      () => note('closed'),
    );
  });
  await Promise.race([Promise.all(all), aborted(signal)]);
  close();
  await Promise.all(all);
  await aborted(signal);
};

/** One path after the other at a fixed rate, answered or not. */
export function floodOf(nextPath: () => string, { perSecond }: { perSecond: number }): Attack['run'] {
  return (context) => repeat(context, perSecond, (request) => request('GET', nextPath(), {}));
}

type SendRequest = ReturnType<typeof createHttpClient>['request'];

/** Bounded, so that a stalled server doesn't accumulate requests. */
const MOST_OPEN = 500;

async function repeat(
  { port, localAddress, signal, note }: AttackContext,
  perSecond: number,
  send: (request: SendRequest) => Promise<{ status: number }>,
): Promise<void> {
  const { request, close } = createHttpClient(port, localAddress);
  const open = new Set<Promise<void>>();
  while (!signal.aborted) {
    if (open.size < MOST_OPEN) {
      const sent: Promise<void> = send(request)
        .then(
          ({ status }) => note(String(status)),
          () => note('closed'),
        )
        .finally(() => open.delete(sent));
      open.add(sent);
    }
    await wait(1_000 / perSecond, undefined, { signal }).catch(() => undefined);
  }
  close();
  await Promise.all(open);
}

export async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await once(signal, 'abort');
}
