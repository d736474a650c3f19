import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ActionState } from '../../../src/lib/action/action-state.ts';
import { type PendingAction, pendingAction, type SendOptions } from '../../../src/lib/action/action-context.ts';
import { type Action, createAction, newKey } from '../../../src/lib/action/create-action.ts';
import { KEY_LIFE_MS, RETRY_WITHOUT_CONSENT_MS } from '../../../src/lib/action/deliver-action.ts';
import { ApiError, NetworkError } from '../../../src/lib/api/api-error.ts';
import { type ErrorCode, errorStatuses } from '../../../src/lib/api/contract/error-codes.ts';
import { WalletError } from '../../../src/lib/chain/wallets/wallet-error.ts';
import { z } from '../../../src/lib/api/contract/zod.ts';
import { type Kept, keptOnDevice } from '../../../src/lib/storage/kept.ts';

type State = ActionState<string, string>;
const START = Date.UTC(2026, 10, 21);

/** A device with its storage, and a provider that executes each key once. */
class World {
  readonly values = new Map<string, string>();
  readonly carriedOut = new Map<string, string>();
  readonly asked: string[] = [];
  /** Visibility of each request. */
  readonly attention: SendOptions['attention'][] = [];
  readonly firstTries: boolean[] = [];
  /** The next responses; when empty, the provider executes the request. */
  faults: (() => never)[] = [];
  isFull = false;
  isOnline = true;
  nowMs = START;
  readonly pauses: number[] = [];
  onPause: () => void = () => undefined;

  constructor() {
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => this.values.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (this.isFull) throw new Error('full');
        this.values.set(key, value);
      },
      removeItem: (key: string) => this.values.delete(key),
    });
  }

  pendingOf(memberId: string): Kept<PendingAction<string, string>> {
    return keptOnDevice(`jufi:pending:${memberId}:stake`, pendingAction(z.string(), z.string()));
  }

  tab(compose: (order: string) => string | Promise<string> = (order) => `body of ${order}`): Tab {
    return new Tab(this, compose);
  }

  readonly send = (body: string, { idempotencyKey, attention, isFirstTry }: SendOptions): Promise<string> => {
    expect(this.pendingOf('mira').get()?.key, 'the key is kept before it is sent').toBe(idempotencyKey);
    this.asked.push(idempotencyKey);
    this.attention.push(attention);
    this.firstTries.push(isFirstTry);
    const fault = this.faults.shift();
    return Promise.resolve().then(() => {
      if (fault && fault.name === 'before') fault();
      if (!this.carriedOut.has(idempotencyKey)) this.carriedOut.set(idempotencyKey, body);
      if (fault) fault();
      return `did ${this.carriedOut.get(idempotencyKey) ?? ''}`;
    });
  };
}

class Tab {
  states: State[] = [];
  member: string | null = 'mira';
  settled = 0;
  readonly action: Action<string>;

  constructor(world: World, compose: (order: string) => string | Promise<string>) {
    this.action = createAction<string, string, string>({
      clock: () => new Date(world.nowMs),
      newKey,
      pending: () => (this.member === null ? null : world.pendingOf(this.member)),
      compose,
      send: world.send,
      isOnline: () => world.isOnline,
      pause: (delayMs) => {
        world.pauses.push(delayMs);
        world.onPause();
        return Promise.resolve();
      },
      exclusively: (act) => Promise.resolve(act()),
      onChange: (state) => this.states.push(state),
      onSettled: () => (this.settled += 1),
    });
  }

  get state(): State {
    return this.states.at(-1) ?? { step: 'idle' };
  }

  get steps(): string[] {
    return this.states.map(({ step }) => step);
  }

  async settle(): Promise<State> {
    for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
    return this.state;
  }
}

const lost = (): never => {
  throw new NetworkError('UNREACHABLE', undefined);
};
const refuse = (code: ErrorCode, retryAfterSeconds?: number) =>
  // Distinguishes faults in which the provider refuses before executing anything.
  Object.defineProperty(
    (): never => {
      const answer = { code, status: errorStatuses[code], detail: undefined, requestId: 'r-1', retryAfterSeconds, body: null };
      throw new ApiError('no', answer);
    },
    'name',
    { value: 'before' },
  );

afterEach(() => void vi.unstubAllGlobals());

describe('an action that moves value', () => {
  it('is executed once, however often it is confirmed', async () => {
    const world = new World();
    const tab = world.tab();
    tab.action.review('500');
    await Promise.all([tab.action.confirm(), tab.action.confirm(), tab.action.confirm()]);
    expect(tab.state).toEqual({ step: 'done', order: '500', data: 'did body of 500', isEarlier: false });
    expect(world.carriedOut.size).toBe(1);
    expect(world.asked).toHaveLength(1);
    expect(world.values.size, 'nothing is left on the device').toBe(0);
    expect(tab.settled).toBe(1);
  });

  it('retries a lost response with the same key, and meanwhile says that it doesn’t know', async () => {
    const world = new World();
    world.faults = [lost, lost, refuse('SERVICE_UNAVAILABLE')];
    const tab = world.tab();
    tab.action.review('500');
    await tab.action.confirm();
    expect(tab.steps).toEqual(['reviewing', 'sending', 'unsure', 'unsure', 'unsure', 'done']);
    expect(new Set(world.asked).size).toBe(1);
    expect(world.attention, 'only the first was a press of the person').toEqual(['full', 'none', 'none', 'none']);
    expect(world.firstTries, 'an answer to the others can’t speak for it').toEqual([true, false, false, false]);
    expect(world.carriedOut.size).toBe(1);
    expect(world.pauses).toEqual([1000, 2000, 4000]);
  });

  it('that lacks the wallet’s signature comes back to its review, and is confirmed again with a new key', async () => {
    for (const faults of [[refuse('INTENT_REQUIRED')], [lost, refuse('INTENT_REQUIRED')]]) {
      const world = new World();
      world.faults = faults;
      const tab = world.tab();
      tab.action.review('500');
      await tab.action.confirm();
      expect(tab.state).toEqual({ step: 'reviewing', order: '500', problem: { kind: 'unsigned' } });
      expect(world.values.size, 'nothing is left to be sent again').toBe(0);
      expect(tab.settled, 'what is left without the wallet is read again').toBe(1);
      await tab.action.confirm();
      expect(tab.state).toMatchObject({ step: 'done' });
      expect(world.asked.at(-1)).not.toBe(world.asked[0]);
    }
  });

  it('is resumed after a reload with the key it was sent with', async () => {
    const world = new World();
    world.faults = [lost];
    const before = world.tab();
    world.onPause = () => before.action.suspend();
    before.action.review('500');
    await before.action.confirm();
    const after = world.tab();
    after.action.resume();
    expect(after.state).toMatchObject({ step: 'unsure', order: '500', waitsFor: 'answer' });
    expect(await after.settle()).toMatchObject({ step: 'done', data: 'did body of 500' });
    expect(world.asked).toHaveLength(2);
    expect(world.carriedOut.size).toBe(1);
  });

  it('isn’t started in a second tab while one is open in the first, which is shown instead', async () => {
    const world = new World();
    world.faults = [lost];
    const first = world.tab();
    const second = world.tab();
    second.action.review('700');
    world.onPause = () => void second.action.confirm();
    first.action.review('500');
    await first.action.confirm();
    expect(await second.settle()).toMatchObject({ step: 'done', order: '500', isEarlier: true });
    expect([...world.carriedOut.values()]).toEqual(['body of 500']);
  });

  it('belongs to the member who started it', async () => {
    const world = new World();
    world.faults = [lost];
    const tab = world.tab();
    world.onPause = () => tab.action.suspend();
    tab.action.review('500');
    await tab.action.confirm();
    expect(tab.state).toEqual({ step: 'idle' });
    tab.member = 'lena';
    tab.action.resume();
    expect(tab.state).toEqual({ step: 'idle' });
    tab.member = 'mira';
    tab.action.resume();
    expect(await tab.settle()).toMatchObject({ step: 'done' });
  });

  it('keeps the key if the session ends during a retry', async () => {
    const world = new World();
    world.faults = [lost, refuse('UNAUTHENTICATED')];
    const tab = world.tab();
    tab.action.review('500');
    await tab.action.confirm();
    expect(tab.state).toMatchObject({ step: 'unsure', waitsFor: 'session' });
    expect(world.pendingOf('mira').get()?.order).toBe('500');
  });

  it('isn’t executed when the member is back if the session had ended before', async () => {
    const world = new World();
    const refused = refuse('UNAUTHENTICATED');
    const tab = world.tab();
    // The client ends the session before it throws.
    const end = Object.defineProperty(
      (): never => {
        tab.member = null;
        tab.action.suspend();
        return refused();
      },
      'name',
      { value: 'before' },
    );
    world.faults = [end];
    tab.action.review('500');
    await tab.action.confirm();
    expect(world.values.size, 'no key is left to ask with').toBe(0);
    tab.member = 'mira';
    tab.action.resume();
    expect(await tab.settle()).toEqual({ step: 'idle' });
    expect(world.carriedOut.size).toBe(0);
  });

  it('is finally refused by a rule, with the request id for support', async () => {
    const world = new World();
    world.faults = [refuse('INSUFFICIENT_BALANCE')];
    const tab = world.tab();
    tab.action.review('500');
    await tab.action.confirm();
    expect(tab.state).toMatchObject({ step: 'refused', refusal: { code: 'INSUFFICIENT_BALANCE', requestId: 'r-1' } });
    expect(world.values.size).toBe(0);
    tab.action.review('400');
    await tab.action.confirm();
    expect(tab.state).toMatchObject({ step: 'done', order: '400' });
    expect(new Set(world.asked).size, 'another order has another key').toBe(2);
  });

  it.each(['TOO_MANY_REQUESTS', 'UNAUTHENTICATED'] as const)('treats %s as a refusal on the first attempt only', async (code) => {
    const world = new World();
    world.faults = [refuse(code)];
    const tab = world.tab();
    tab.action.review('500');
    await tab.action.confirm();
    expect(tab.state).toMatchObject({ step: 'refused' });
  });

  it('waits as long as the provider demands before retrying', async () => {
    const world = new World();
    world.faults = [lost, refuse('TOO_MANY_REQUESTS', 20)];
    const tab = world.tab();
    tab.action.review('500');
    await tab.action.confirm();
    expect(world.pauses).toEqual([1000, 20_000]);
    expect(tab.state).toMatchObject({ step: 'done' });
  });
});

describe('what isn’t sent', () => {
  it('can be confirmed again later if the device is offline', async () => {
    const world = new World();
    world.isOnline = false;
    const tab = world.tab();
    tab.action.review('500');
    await tab.action.confirm();
    expect(tab.state).toEqual({ step: 'reviewing', order: '500', problem: { kind: 'unreachable' } });
    expect(world.asked).toEqual([]);
    world.isOnline = true;
    await tab.action.confirm();
    expect(tab.state).toMatchObject({ step: 'done' });
  });

  it('includes what a device without storage couldn’t retry', async () => {
    const world = new World();
    world.isFull = true;
    const tab = world.tab();
    tab.action.review('500');
    await tab.action.confirm();
    expect(tab.state).toEqual({ step: 'reviewing', order: '500', problem: { kind: 'storage' } });
    expect(world.asked).toEqual([]);
  });

  it('includes what the wallet didn’t sign', async () => {
    const world = new World();
    const tab = world.tab(() => Promise.reject(new WalletError('USER_REJECTED')));
    tab.action.review('500');
    await tab.action.confirm();
    expect(tab.steps).toEqual(['reviewing', 'signing', 'reviewing']);
    expect(tab.state).toMatchObject({ problem: { kind: 'wallet', code: 'USER_REJECTED' } });
    expect(world.asked).toEqual([]);
  });

  it('includes what was signed after the member had left', async () => {
    const world = new World();
    const { promise, resolve } = Promise.withResolvers<string>();
    const tab = world.tab(() => promise);
    tab.action.review('500');
    const confirmed = tab.action.confirm();
    tab.action.suspend();
    resolve('signed');
    await confirmed;
    expect(world.asked).toEqual([]);
    expect(world.values.size).toBe(0);
  });
});

describe('an unfinished action', () => {
  const left = async (ageMs: number): Promise<{ world: World; tab: Tab }> => {
    const world = new World();
    world.faults = [lost];
    const before = world.tab();
    world.onPause = () => before.action.suspend();
    before.action.review('500');
    await before.action.confirm();
    world.nowMs += ageMs;
    const tab = world.tab();
    tab.action.resume();
    await tab.settle();
    return { world, tab };
  };

  it('is retried without asking shortly afterwards', async () => {
    expect((await left(RETRY_WITHOUT_CONSENT_MS - 1)).tab.state).toMatchObject({ step: 'done' });
  });

  it('is later retried only with consent, because it might only be executed then', async () => {
    const { world, tab } = await left(RETRY_WITHOUT_CONSENT_MS + 1);
    expect(tab.state).toMatchObject({ step: 'unsure', waitsFor: 'person' });
    expect(world.asked).toHaveLength(1);
    tab.action.retry();
    expect(await tab.settle()).toMatchObject({ step: 'done' });
  });

  it.each([KEY_LIFE_MS + 1, -120_000])('is never sent again once the key may be forgotten (%i ms later)', async (ageMs) => {
    const { world, tab } = await left(ageMs);
    expect(tab.state).toMatchObject({ step: 'unsure', waitsFor: 'history' });
    tab.action.retry();
    await tab.settle();
    expect(world.asked).toHaveLength(1);
    tab.action.dismiss();
    expect(tab.state).toEqual({ step: 'idle' });
    expect(world.values.size).toBe(0);
  });

  it('isn’t retried by a tab that slept longer than the key lives', async () => {
    const world = new World();
    world.faults = [lost];
    world.onPause = () => (world.nowMs += KEY_LIFE_MS + 1);
    const tab = world.tab();
    tab.action.review('500');
    await tab.action.confirm();
    expect(tab.state).toMatchObject({ step: 'unsure', waitsFor: 'history' });
    expect(world.asked).toHaveLength(1);
  });

  it('can only be abandoned while nothing retries it', async () => {
    const world = new World();
    world.faults = [lost, lost];
    const tab = world.tab();
    world.onPause = () => tab.action.dismiss();
    tab.action.review('500');
    await tab.action.confirm();
    expect(tab.state).toMatchObject({ step: 'done' });
  });

  it('is discarded if the device holds garbage', () => {
    const world = new World();
    world.values.set('jufi:pending:mira:stake', '{"key":1}');
    const tab = world.tab();
    tab.action.resume();
    expect(tab.state).toEqual({ step: 'idle' });
    expect(world.values.size).toBe(0);
  });
});

it('creates keys the provider accepts', () => {
  const key = newKey();
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(newKey()).not.toBe(key);
});
