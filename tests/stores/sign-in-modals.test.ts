// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { idleWalletFlow } from '../../src/lib/wallet-flow/reduce-wallet-flow.ts';
import type { WalletFlowState } from '../../src/lib/wallet-flow/wallet-flow-state.ts';
import { $modals, closeModal, openModal } from '../../src/stores/modals.ts';
import { followSignIn } from '../../src/stores/sign-in-modals.ts';
import { $walletFlow } from '../../src/stores/wallet-flow.ts';

const entered = vi.hoisted(() => vi.fn());
vi.mock('../../src/stores/go-to-landing-page.ts', () => ({ goToLandingPage: entered }));

const wallet = { id: 'test.wallet', name: 'Test Wallet' };
const address = '0x7A3fA1b2C3d4E5f60718293a4B5c6D7e8F90c21E';
const connecting: WalletFlowState = { step: 'CONNECTING', attempt: 1, wallet, address: null, isPending: false };
const preparing: WalletFlowState = { step: 'SIGNING', phase: 'PREPARING', attempt: 1, wallet, address, challenge: null, isPending: false };
const offered: WalletFlowState = { ...preparing, phase: 'OFFERED', challenge: { message: '', expiresAtMs: 0 } };
const refused: WalletFlowState = { step: 'FAILED', attempt: 1, reason: 'CHAIN_REFUSED', wallet, address };

const cancel = vi.fn();
let stop: () => void;

beforeEach(() => {
  vi.clearAllMocks();
  $modals.set({ open: 'wallet', suspended: null });
  $walletFlow.set(idleWalletFlow);
  stop = followSignIn({ cancel });
});
afterEach(() => stop());

describe('the modals of the sign-in', () => {
  it('lead from the wallet to the message', () => {
    $walletFlow.set(connecting);
    expect($modals.get().open).toBe('wallet');
    $walletFlow.set(preparing);
    // Its modal opens complete, so nothing in it moves under a finger.
    expect($modals.get().open).toBe('wallet');
    $walletFlow.set(offered);
    expect($modals.get()).toEqual({ open: 'sign-message', suspended: null });
    expect(cancel).not.toHaveBeenCalled();
  });

  it('lead over the invalid-chain modal when the chain was refused, and on from there', () => {
    $walletFlow.set(connecting);
    $walletFlow.set(refused);
    expect($modals.get()).toEqual({ open: 'invalid-chain', suspended: 'wallet' });
    $walletFlow.set({ ...connecting, attempt: 2, address });
    $walletFlow.set({ ...offered, attempt: 2 });
    expect($modals.get()).toEqual({ open: 'sign-message', suspended: null });
    expect(cancel).not.toHaveBeenCalled();
  });

  it('lead to the invalid-chain modal with instructions, if the wallet can’t add the chain', () => {
    $walletFlow.set(connecting);
    $walletFlow.set({ ...refused, reason: 'CHAIN_NOT_CONFIGURED' });
    expect($modals.get()).toEqual({ open: 'invalid-chain', suspended: 'wallet' });
    expect(cancel).not.toHaveBeenCalled();
  });

  it('closed by the person, cancel the sign-in', () => {
    $walletFlow.set(connecting);
    closeModal('wallet');
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it('closed during the wallet’s prompt, cancel the sign-in', () => {
    $walletFlow.set(offered);
    $walletFlow.set({ ...offered, phase: 'ASKED' });
    closeModal('sign-message');
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it('closed while the message is only offered, leave it connected but not signed in', () => {
    $walletFlow.set(preparing);
    $walletFlow.set(offered);
    closeModal('sign-message');
    openModal('wallet');
    expect(cancel).not.toHaveBeenCalled();
    expect($walletFlow.get()).toBe(offered);
  });

  it('close when a call of the provider is called off', () => {
    $walletFlow.set(offered);
    $walletFlow.set({ step: 'AUTHENTICATING', attempt: 1, wallet, address });
    $walletFlow.set({ ...idleWalletFlow, attempt: 1 });
    expect($modals.get()).toEqual({ open: null, suspended: null });
  });

  it('close when signed in, and the person enters', () => {
    $walletFlow.set(preparing);
    $walletFlow.set({ step: 'SIGNED_IN', attempt: 1, address });
    expect($modals.get()).toEqual({ open: null, suspended: null });
    expect(entered).toHaveBeenCalledTimes(1);
    expect(cancel).not.toHaveBeenCalled();
  });
});
