import { beforeEach, describe, expect, it, vi } from 'vitest';
import { $modals, closeModal, modalNames, openModal, whileOpen } from '../../src/stores/modals.ts';

beforeEach(() => $modals.set({ open: null, suspended: null }));

describe('modals', () => {
  it('are the required eleven', () => {
    expect(modalNames).toHaveLength(11);
    expect(new Set(modalNames).size).toBe(11);
  });

  it('open one at a time', () => {
    openModal('wallet');
    openModal('sign-message');
    expect($modals.get()).toEqual({ open: 'sign-message', suspended: null });
    closeModal('wallet');
    expect($modals.get().open).toBe('sign-message');
    closeModal('sign-message');
    expect($modals.get()).toEqual({ open: null, suspended: null });
  });

  it('are suspended by the invalid-chain modal and return when it closes', () => {
    openModal('transfer');
    openModal('invalid-chain');
    expect($modals.get()).toEqual({ open: 'invalid-chain', suspended: 'transfer' });
    openModal('invalid-chain');
    expect($modals.get()).toEqual({ open: 'invalid-chain', suspended: 'transfer' });
    closeModal('invalid-chain');
    expect($modals.get()).toEqual({ open: 'transfer', suspended: null });
  });

  it('opened while the chain is wrong wait behind that modal', () => {
    openModal('invalid-chain');
    openModal('treasury-purchase');
    expect($modals.get()).toEqual({ open: 'invalid-chain', suspended: 'treasury-purchase' });
    closeModal('treasury-purchase');
    closeModal('invalid-chain');
    expect($modals.get()).toEqual({ open: null, suspended: null });
  });

  it('keep something running while they are open or suspended', () => {
    const end = vi.fn();
    const begin = vi.fn(() => end);
    const stop = whileOpen('transfer', begin);
    openModal('wallet');
    expect(begin).not.toHaveBeenCalled();
    openModal('transfer');
    openModal('invalid-chain');
    closeModal('invalid-chain');
    expect(begin).toHaveBeenCalledTimes(1);
    expect(end).not.toHaveBeenCalled();
    openModal('wallet');
    expect(end).toHaveBeenCalledTimes(1);
    openModal('transfer');
    expect(begin).toHaveBeenCalledTimes(2);
    stop();
    expect(end).toHaveBeenCalledTimes(2);
    closeModal('transfer');
    openModal('transfer');
    expect(begin).toHaveBeenCalledTimes(2);
  });
});
