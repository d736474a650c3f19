// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import errors from '../../public/locales/en/errors.json' with { type: 'json' };
import texts from '../../public/locales/en/session.json' with { type: 'json' };
import { AnswerError, ApiError, NetworkError } from '../../src/lib/api/api-error.ts';
import { startAttendingCalls } from '../../src/shell/attend-calls.ts';
import { $callFailure, $openCalls, type CallFailure, type OpenCall } from '../../src/stores/attended-calls.ts';
import { $loading, cancelLoading, clearLoading, startLoading } from '../../src/stores/loading.ts';
import { $toasts, forgetToasts } from '../../src/stores/toasts.ts';

const { failed, loading } = texts.shell;
document.body.innerHTML = `<script type="application/json" id="shell-texts">${JSON.stringify(texts.shell)}</script>`;

let areTextsThere: boolean;
startAttendingCalls();

beforeEach(() => {
  vi.useFakeTimers();
  areTextsThere = true;
  vi.stubGlobal('fetch', (url: string) =>
    areTextsThere && url === '/locales/en/errors.json' ? Promise.resolve(Response.json(errors)) : Promise.reject(new TypeError('offline')),
  );
});
afterEach(() => {
  forgetToasts();
  clearLoading();
  $openCalls.set([]);
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function open(path: string, change: Partial<OpenCall> = {}): OpenCall {
  const call: OpenCall = { id: 1, method: 'POST', path, movesValue: false, cancel: vi.fn(), ...change };
  $openCalls.set([...$openCalls.get(), call]);
  return call;
}

describe('the cover', () => {
  it.each([
    ['/account/nonce', { method: 'GET' }, loading.message],
    ['/account/authenticate/walletAddress', {}, loading.signIn],
    ['/dashboard/vote', {}, loading.vote],
    ['/wallet/transfer', { method: 'GET' }, loading.terms],
    ['/wallet/transfer', { movesValue: true }, loading.transfer],
    ['/sales/purchaseTreasury', { movesValue: true }, loading.purchase],
    ['/sales/juScore/purchase', { movesValue: true }, loading.purchase],
    ['/staking/claimRoi', { movesValue: true }, loading.claim],
    ['/staking/stakingPurchase', { movesValue: true }, loading.order],
    ['/sales/cancelJuTokenInsurance', { movesValue: true }, loading.order],
    ['/profile/referBy', {}, loading.change],
  ] as const)('says what %s %o is for', (path, change, label) => {
    open(path, change);
    expect($loading.get().isShown).toBe(false);
    vi.advanceTimersByTime(100);
    expect($loading.get()).toMatchObject({ isShown: true, tasks: [{ label }] });
    $openCalls.set([]);
    expect($loading.get().tasks).toEqual([]);
  });

  it('offers to cancel after 15 s, and then disappears while the call stays open', () => {
    const { cancel } = open('/dashboard/vote');
    vi.advanceTimersByTime(15_000);
    expect($loading.get().isCancellable).toBe(true);
    cancelLoading();
    expect(cancel).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60_000);
    expect($loading.get().isShown).toBe(false);
    $openCalls.set([]);
  });
});

function refusal(code: ApiError['code'], status: number, message = ''): ApiError {
  return new ApiError(message, { code, status, detail: undefined, requestId: undefined, retryAfterSeconds: undefined, body: undefined });
}

async function toastOf(failure: Partial<CallFailure>) {
  $callFailure.set({ method: 'POST', movesValue: false, error: undefined, ...failure });
  await vi.advanceTimersByTimeAsync(0);
  await vi.waitFor(() => expect($toasts.get()).toHaveLength(1));
  return $toasts.get()[0]?.content;
}

describe('the message of a failure', () => {
  it('says what its code means, and that nothing was changed', async () => {
    const error = refusal('NO_POWER', 422, errors.NO_POWER);
    expect(await toastOf({ error })).toEqual({ kind: 'error', title: errors.NO_POWER, detail: failed.unchanged });
  });

  it('adds the provider’s message if it has more detail', async () => {
    const error = refusal('DAILY_LIMIT', 409, 'The limit of your country is 500 USDT.');
    expect(await toastOf({ error, movesValue: true })).toEqual({
      kind: 'error',
      title: errors.DAILY_LIMIT,
      detail: 'The limit of your country is 500 USDT.',
    });
  });

  it.each([
    ['an answer of an error page', refusal('UNKNOWN_ERROR', 502)],
    ['an internal error', refusal('INTERNAL_ERROR', 500, errors.INTERNAL_ERROR)],
    ['no answer', new NetworkError('TIMEOUT', undefined)],
    ['an answer that is none', new AnswerError('GET /', { status: 200, body: '', cause: undefined })],
    ['a fault of ours', new TypeError('x is undefined')],
  ])('has the default title for %s, and warns against repeating a call that moved value', async (_name, error) => {
    expect(await toastOf({ error, movesValue: true })).toEqual({ kind: 'error', title: undefined, detail: failed.unsure });
  });

  it('advises to check before repeating a change', async () => {
    expect(await toastOf({ error: new NetworkError('UNREACHABLE', undefined) })).toMatchObject({ detail: failed.check });
  });

  it('suggests retrying a read', async () => {
    const error = new NetworkError('UNREACHABLE', undefined);
    expect(await toastOf({ method: 'GET', error })).toMatchObject({ detail: `${failed.noAnswer} ${failed.again}` });
  });

  it('says if the device is offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const error = new NetworkError('UNREACHABLE', undefined);
    expect(await toastOf({ method: 'GET', error })).toEqual({ kind: 'error', title: failed.offlineTitle, detail: failed.offline });
  });

  it('treats an unreachable chain as a refusal: the chain is queried before anything is written', async () => {
    const error = refusal('CHAIN_UNAVAILABLE', 503, errors.CHAIN_UNAVAILABLE);
    expect(await toastOf({ error, movesValue: true })).toMatchObject({ title: errors.CHAIN_UNAVAILABLE, detail: failed.unchanged });
  });
});

describe('failures that aren’t reported', () => {
  it.each([
    ['that the session is over: that has a notice of its own', () => refusal('UNAUTHENTICATED', 401, errors.UNAUTHENTICATED)],
    [
      'what leaving the page broke off',
      () => {
        startLoading({ label: loading.page });
        return new NetworkError('UNREACHABLE', undefined);
      },
    ],
    [
      'what failed when the page was gone',
      () => {
        dispatchEvent(new Event('pagehide'));
        return new NetworkError('UNREACHABLE', undefined);
      },
    ],
  ])('%s', async (_name, prepare) => {
    $callFailure.set({ method: 'GET', movesValue: false, error: prepare() });
    await vi.advanceTimersByTimeAsync(2_000);
    expect([$toasts.get(), $callFailure.get()]).toEqual([[], null]);
    dispatchEvent(new Event('pageshow'));
  });
});

it('uses the provider’s message if the texts can’t be loaded', async () => {
  vi.resetModules();
  areTextsThere = false;
  const { tellFailure } = await import('../../src/shell/attend-calls.ts');
  const { $toasts: $freshToasts } = await import('../../src/stores/toasts.ts');
  const { ApiError: FreshApiError } = await import('../../src/lib/api/api-error.ts');
  const { code, status, detail, requestId, retryAfterSeconds, body } = refusal('TOO_MANY_REQUESTS', 429);
  const error = new FreshApiError('You are in a hurry.', { code, status, detail, requestId, retryAfterSeconds, body });
  const told = tellFailure({ method: 'POST', movesValue: false, error });
  await vi.advanceTimersByTimeAsync(2_000);
  await told;
  expect($freshToasts.get()[0]?.content).toMatchObject({ title: 'You are in a hurry.', detail: failed.unchanged });
});
