import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idleWalletFlow, reduceWalletFlow } from '../../../src/lib/wallet-flow/reduce-wallet-flow.ts';
import { failureReasons, isBusy, type WalletFlowEvent, type WalletFlowState } from '../../../src/lib/wallet-flow/wallet-flow-state.ts';

const wallet = { id: 'test.wallet', name: 'Test Wallet' };
const address = '0x7A3fA1b2C3d4E5f60718293a4B5c6D7e8F90c21E';
const challenge = { message: 'a message', expiresAtMs: 5_000 };
const attempt = 1;

const chosen: WalletFlowState = { step: 'CONNECTING', attempt, wallet, address: null, isPending: false };
const connected: WalletFlowState = { ...chosen, address };
const switching: WalletFlowState = { step: 'SWITCHING_CHAIN', attempt, wallet, address, isPending: false };
const adding: WalletFlowState = { ...switching, step: 'ADDING_CHAIN' };
const preparing: WalletFlowState = { step: 'SIGNING', phase: 'PREPARING', attempt, wallet, address, challenge: null, isPending: false };
const offered: WalletFlowState = { ...preparing, phase: 'OFFERED', challenge };
const asked: WalletFlowState = { ...offered, phase: 'ASKED' };
const authenticating: WalletFlowState = { step: 'AUTHENTICATING', attempt, wallet, address };
const signedIn: WalletFlowState = { step: 'SIGNED_IN', attempt, address };
const declined: WalletFlowState = { step: 'FAILED', attempt, reason: 'DECLINED', wallet, address };
const states = {
  idle: idleWalletFlow,
  chosen,
  connected,
  switching,
  adding,
  preparing,
  offered,
  asked,
  authenticating,
  signedIn,
  declined,
};
type Name = keyof typeof states;

const events = {
  pending: { type: 'CONNECT_PENDING', attempt },
  connected: { type: 'CONNECTED', attempt, address },
  switchAsked: { type: 'SWITCH_ASKED', attempt },
  addAsked: { type: 'ADD_ASKED', attempt },
  chainPending: { type: 'CHAIN_PENDING', attempt },
  chainReady: { type: 'CHAIN_READY', attempt },
  challenged: { type: 'CHALLENGED', attempt, challenge },
  signAsked: { type: 'SIGN_ASKED', attempt },
  signPending: { type: 'SIGN_PENDING', attempt },
  signed: { type: 'SIGNED', attempt },
  authenticated: { type: 'AUTHENTICATED', attempt },
} as const satisfies Record<string, WalletFlowEvent>;

/** Every transition there is; whatever is not in here leaves the state as it is. */
const table: [from: Name, event: keyof typeof events, to: WalletFlowState][] = [
  ['chosen', 'pending', { ...chosen, isPending: true }],
  ['chosen', 'connected', connected],
  ['connected', 'pending', { ...connected, isPending: true }],
  ['connected', 'connected', connected],
  ['connected', 'switchAsked', switching],
  ['connected', 'addAsked', adding],
  ['connected', 'chainReady', preparing],
  ['switching', 'switchAsked', switching],
  ['switching', 'addAsked', adding],
  ['switching', 'chainPending', { ...switching, isPending: true }],
  ['switching', 'chainReady', preparing],
  ['adding', 'switchAsked', switching],
  ['adding', 'addAsked', adding],
  ['adding', 'chainPending', { ...adding, isPending: true }],
  ['adding', 'chainReady', preparing],
  ['preparing', 'challenged', offered],
  ['offered', 'signAsked', asked],
  ['asked', 'signPending', { ...offered, isPending: true }],
  ['asked', 'signed', authenticating],
  ['authenticating', 'authenticated', signedIn],
];

describe('each step of the sign-in', () => {
  for (const from of Object.keys(states) as Name[]) {
    for (const event of Object.keys(events) as (keyof typeof events)[]) {
      const to = table.find(([state, type]) => state === from && type === event)?.[2];
      it(to ? `${from}, ${event}: ${to.step}` : `${from} ignores ${event}`, () => {
        const next = reduceWalletFlow(states[from], events[event]);
        if (to) expect(next).toEqual(to);
        else expect(next).toBe(states[from]);
      });
    }
  }

  it('ignores what belongs to another attempt', () => {
    for (const state of Object.values(states)) {
      for (const event of Object.values(events)) expect(reduceWalletFlow(state, { ...event, attempt: 7 })).toBe(state);
      expect(reduceWalletFlow(state, { type: 'FAILED', attempt: 7, reason: 'OFFLINE' })).toBe(state);
    }
  });

  it('fails from any step, and stays connected unless the account has changed', () => {
    for (const state of [connected, switching, adding, preparing, offered, asked, authenticating]) {
      expect(reduceWalletFlow(state, { type: 'FAILED', attempt, reason: 'OFFLINE' })).toEqual({
        step: 'FAILED',
        attempt,
        reason: 'OFFLINE',
        wallet,
        address,
      });
      expect(reduceWalletFlow(state, { type: 'FAILED', attempt, reason: 'ACCOUNT_CHANGED' })).toMatchObject({
        step: 'FAILED',
        address: null,
      });
    }
    for (const state of [idleWalletFlow, signedIn, declined])
      expect(reduceWalletFlow(state, { type: 'FAILED', attempt: state.attempt, reason: 'OFFLINE' })).toBe(state);
  });

  it('can be tried again from where it failed', () => {
    expect(reduceWalletFlow(declined, { type: 'RETRIED', attempt: 2 })).toEqual({ ...connected, attempt: 2 });
    expect(reduceWalletFlow(declined, { type: 'RETRIED', attempt: 1 })).toBe(declined);
    expect(reduceWalletFlow(offered, { type: 'RETRIED', attempt: 2 })).toBe(offered);
  });

  it('restarts with another wallet at any time before sign-in', () => {
    for (const state of Object.values(states)) {
      const next = reduceWalletFlow(state, { type: 'CHOSEN', attempt: 2, wallet });
      if (state.step === 'SIGNED_IN') expect(next).toBe(state);
      else expect(next).toEqual({ ...chosen, attempt: 2 });
    }
  });
});

describe('whatever happens, in whatever order', () => {
  const anyAttempt = fc.integer({ min: 0, max: 4 });
  const anyEvent: fc.Arbitrary<WalletFlowEvent> = fc.oneof(
    fc.constant<WalletFlowEvent>({ type: 'CANCELLED' }),
    fc.record({ type: fc.constant('CHOSEN' as const), attempt: anyAttempt, wallet: fc.constant(wallet) }),
    fc.record({ type: fc.constant('RETRIED' as const), attempt: anyAttempt }),
    fc.record({ type: fc.constant('FAILED' as const), attempt: anyAttempt, reason: fc.constantFrom(...failureReasons) }),
    fc.tuple(fc.constantFrom(...Object.values(events)), anyAttempt).map(([event, of]): WalletFlowEvent => ({ ...event, attempt: of })),
  );
  const anyState = fc.array(anyEvent, { maxLength: 40 }).map((happened) => happened.reduce(reduceWalletFlow, idleWalletFlow));

  it('a spinner can always be cancelled', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const after = reduceWalletFlow(state, { type: 'CANCELLED' });
        expect(isBusy(after)).toBe(false);
        expect(after.step).toBe(state.step === 'SIGNED_IN' ? 'SIGNED_IN' : 'IDLE');
      }),
      { numRuns: 2_000 },
    );
  });

  it('a spinner ends when its attempt fails', () => {
    fc.assert(
      fc.property(anyState, fc.constantFrom(...failureReasons), (state, reason) => {
        expect(isBusy(reduceWalletFlow(state, { type: 'FAILED', attempt: state.attempt, reason }))).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('nothing late revives a cancelled attempt', () => {
    fc.assert(
      fc.property(anyState, fc.array(fc.constantFrom(...Object.values(events))), (state, late) => {
        const cancelled = reduceWalletFlow(state, { type: 'CANCELLED' });
        fc.pre(cancelled.step === 'IDLE' && cancelled.attempt > state.attempt);
        expect(late.map((event): WalletFlowEvent => ({ ...event, attempt: state.attempt })).reduce(reduceWalletFlow, cancelled)).toBe(
          cancelled,
        );
      }),
    );
  });

  it('sign-in requires a signature', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 60 }), (happened) => {
        let state: WalletFlowState = idleWalletFlow;
        for (const event of happened) {
          const before: WalletFlowState = state;
          state = reduceWalletFlow(state, event);
          if (state.step === 'SIGNED_IN' && before.step !== 'SIGNED_IN') expect(before.step).toBe('AUTHENTICATING');
          if (state.step === 'AUTHENTICATING' && before.step !== 'AUTHENTICATING')
            expect(before).toMatchObject({ step: 'SIGNING', phase: 'ASKED' });
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
