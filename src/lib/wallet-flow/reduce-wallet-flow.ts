import type { SigningState, WalletFlowEvent, WalletFlowState } from './wallet-flow-state.ts';

export const idleWalletFlow: WalletFlowState = { step: 'IDLE', attempt: 0 };

/** Returns the next state. An event of another attempt or step is ignored and returns the same object. */
export function reduceWalletFlow(state: WalletFlowState, event: WalletFlowEvent): WalletFlowState {
  if (event.type === 'CANCELLED')
    return state.step === 'IDLE' || state.step === 'SIGNED_IN' ? state : { step: 'IDLE', attempt: state.attempt + 1 };
  if (event.type === 'RESET') return state.step === 'SIGNED_IN' ? { step: 'IDLE', attempt: state.attempt + 1 } : state;
  if (event.type === 'CHOSEN') return choose(state, event);
  if (event.type === 'RETRIED') return retry(state, event.attempt);
  if (event.attempt !== state.attempt) return state;
  if (event.type === 'FAILED') return fail(state, event);
  switch (state.step) {
    case 'CONNECTING':
      return connecting(state, event);
    case 'SWITCHING_CHAIN':
    case 'ADDING_CHAIN':
      return reachingChain(state, event);
    case 'SIGNING':
      return signing(state, event);
    case 'AUTHENTICATING':
      return event.type === 'AUTHENTICATED' ? { step: 'SIGNED_IN', attempt: state.attempt, address: state.address } : state;
    default:
      return state;
  }
}

type State<Step> = Extract<WalletFlowState, { step: Step }>;
type Event<Type> = Extract<WalletFlowEvent, { type: Type }>;

function choose(state: WalletFlowState, { attempt, wallet }: Event<'CHOSEN'>): WalletFlowState {
  if (attempt <= state.attempt || state.step === 'SIGNED_IN') return state;
  return { step: 'CONNECTING', attempt, wallet, address: null, isPending: false };
}

/** Only a connected wallet can continue without being chosen again. */
function retry(state: WalletFlowState, attempt: number): WalletFlowState {
  if (state.step !== 'FAILED' || attempt <= state.attempt || state.wallet === null) return state;
  return { step: 'CONNECTING', attempt, wallet: state.wallet, address: state.address, isPending: false };
}

function fail(state: WalletFlowState, { attempt, reason }: Event<'FAILED'>): WalletFlowState {
  switch (state.step) {
    case 'IDLE':
    case 'FAILED':
    case 'SIGNED_IN':
      return state;
    default:
      return { step: 'FAILED', attempt, reason, wallet: state.wallet, address: staysConnected(reason) ? state.address : null };
  }
}

/** After these, the previous account must not be used to sign. */
function staysConnected(reason: Event<'FAILED'>['reason']): boolean {
  return reason !== 'ACCOUNT_CHANGED' && reason !== 'OTHER_ACCOUNT' && reason !== 'WALLET_LOCKED';
}

function connecting(state: State<'CONNECTING'>, event: WalletFlowEvent): WalletFlowState {
  const { attempt, wallet, address } = state;
  switch (event.type) {
    case 'CONNECT_PENDING':
      return { ...state, isPending: true };
    case 'CONNECTED':
      return { ...state, address: event.address, isPending: false };
    case 'SWITCH_ASKED':
    case 'ADD_ASKED':
    case 'CHAIN_READY':
      return address === null ? state : reachingChain({ step: 'SWITCHING_CHAIN', attempt, wallet, address, isPending: false }, event);
    default:
      return state;
  }
}

function reachingChain(state: State<'SWITCHING_CHAIN' | 'ADDING_CHAIN'>, event: WalletFlowEvent): WalletFlowState {
  const { attempt, wallet, address } = state;
  switch (event.type) {
    case 'SWITCH_ASKED':
      return { ...state, step: 'SWITCHING_CHAIN', isPending: false };
    case 'ADD_ASKED':
      return { ...state, step: 'ADDING_CHAIN', isPending: false };
    case 'CHAIN_PENDING':
      return { ...state, isPending: true };
    case 'CHAIN_READY':
      return { step: 'SIGNING', phase: 'PREPARING', attempt, wallet, address, challenge: null, isPending: false };
    default:
      return state;
  }
}

function signing(state: SigningState, event: WalletFlowEvent): WalletFlowState {
  const { attempt, wallet, address, phase } = state;
  switch (event.type) {
    case 'CHALLENGED':
      return phase === 'PREPARING' ? { ...state, phase: 'OFFERED', challenge: event.challenge } : state;
    case 'SIGN_ASKED':
      return phase === 'OFFERED' ? { ...state, phase: 'ASKED', isPending: false } : state;
    case 'SIGN_PENDING':
      // The person clears the wallet's queue and tries again: nothing runs meanwhile.
      return phase === 'ASKED' ? { ...state, phase: 'OFFERED', isPending: true } : state;
    case 'SIGNED':
      return phase === 'ASKED' ? { step: 'AUTHENTICATING', attempt, wallet, address } : state;
    default:
      return state;
  }
}
