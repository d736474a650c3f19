// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '../../src/lib/api/api-error.ts';
import { nonce } from '../../src/lib/api/contract/account.ts';
import { dashboardHome, vote } from '../../src/lib/api/contract/dashboard.ts';
import { claimRoi } from '../../src/lib/api/contract/staking.ts';
import { callApi } from '../../src/stores/api.ts';
import { $callFailure, $openCalls } from '../../src/stores/attended-calls.ts';

const ID = '019aa000-0000-7000-8000-000000000000';
const ballot = { pollId: ID, optionId: ID };

/** A request the test answers when it likes. */
interface Sent {
  signal: AbortSignal;
  answer: (status: number, body: object) => void;
}

let sent: Sent[];

beforeEach(() => {
  sent = [];
  $callFailure.set(null);
  vi.stubGlobal('fetch', (_url: unknown, { signal }: { signal: AbortSignal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    sent.push({ signal, answer: (status, body) => resolve(Response.json(body, { status })) });
    return promise;
  });
});
afterEach(() => vi.unstubAllGlobals());

async function leaving(count = 1): Promise<Sent> {
  await vi.waitFor(() => expect(sent).toHaveLength(count));
  const request = sent[count - 1];
  if (!request) throw new Error('nothing was sent');
  return request;
}

describe('a call that changes something', () => {
  it('is pending until answered, and its refusal is reported and thrown', async () => {
    const call = callApi(vote, ballot);
    const request = await leaving();
    expect($openCalls.get()).toMatchObject([{ method: 'POST', path: '/dashboard/vote', movesValue: false }]);
    request.answer(422, { code: 'NO_POWER', message: 'You had no JU power when the vote opened.' });
    await expect(call).rejects.toMatchObject({ code: 'NO_POWER' });
    expect($openCalls.get()).toEqual([]);
    expect($callFailure.get()?.error).toBeInstanceOf(ApiError);
  });

  it('can be cancelled, which isn’t reported', async () => {
    const call = callApi(vote, ballot);
    await leaving();
    $openCalls.get()[0]?.cancel?.();
    await expect(call).rejects.toMatchObject(new NetworkError('ABORTED', undefined));
    expect([$openCalls.get(), $callFailure.get()]).toEqual([[], null]);
  });

  it('can’t be cancelled if it moves value: it may have been executed', async () => {
    const call = callApi(claimRoi, {}, { idempotencyKey: ID, attention: 'full' });
    const request = await leaving();
    expect($openCalls.get()).toMatchObject([{ movesValue: true, cancel: undefined }]);
    request.answer(503, { code: 'SERVICE_UNAVAILABLE', message: '' });
    await expect(call).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect($callFailure.get()).toMatchObject({ movesValue: true });
  });

  it('runs in the background if requested', async () => {
    const call = callApi(claimRoi, {}, { idempotencyKey: ID, attention: 'none' });
    const request = await leaving();
    expect($openCalls.get()).toEqual([]);
    request.answer(503, { code: 'SERVICE_UNAVAILABLE', message: '' });
    await expect(call).rejects.toThrow();
    expect($callFailure.get()).toBeNull();
  });

  it('doesn’t close another pending one', async () => {
    const first = callApi(vote, ballot);
    await leaving();
    const second = callApi(vote, ballot);
    const request = await leaving(2);
    request.answer(422, { code: 'POLL_CLOSED', message: '' });
    await expect(second).rejects.toThrow();
    expect($openCalls.get()).toHaveLength(1);
    sent[0]?.answer(422, { code: 'POLL_CLOSED', message: '' });
    await expect(first).rejects.toThrow();
  });
});

describe('a call that only reads', () => {
  it('neither covers the page nor reports anything by default', async () => {
    const call = callApi(dashboardHome, {});
    const request = await leaving();
    expect($openCalls.get()).toEqual([]);
    request.answer(500, { code: 'INTERNAL_ERROR', message: '' });
    await expect(call).rejects.toThrow();
    expect($callFailure.get()).toBeNull();
  });

  it('does both if a person waits for it', async () => {
    const call = callApi(nonce, { address: '0x7A3fA1b2C3d4E5f60718293a4B5c6D7e8F90c21E', chainId: 210000 }, { attention: 'full' });
    const request = await leaving();
    expect($openCalls.get()).toMatchObject([{ method: 'GET', path: '/account/nonce' }]);
    request.answer(429, { code: 'TOO_MANY_REQUESTS', message: 'Too many requests.' });
    await expect(call).rejects.toThrow();
    expect($callFailure.get()).toMatchObject({ method: 'GET' });
  });
});
