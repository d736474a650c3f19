import { atom } from 'nanostores';

/** The eleven modals, named after their dialogs' ids: `wallet` is `#wallet-modal`. */
export const modalNames = [
  'invalid-chain',
  'wallet',
  'sign-message',
  'referral',
  'edit-username',
  'transfer',
  'hash-view',
  'turbo-charge',
  'treasury-purchase',
  'purchase-success',
  'purchase-fail',
] as const;

export type ModalName = (typeof modalNames)[number];

export interface Modals {
  /** The open modal; there is never a second one. */
  open: ModalName | null;
  /** Suspended by the invalid-chain modal, and reopened when that closes. */
  suspended: ModalName | null;
}

export const $modals = atom<Modals>({ open: null, suspended: null });

/**
 * Opens a modal in place of the open one. The invalid-chain modal suspends the open one instead, and modals opened meanwhile wait behind
 * it.
 */
export function openModal(name: ModalName): void {
  const { open } = $modals.get();
  if (open === name) return;
  if (name === 'invalid-chain') $modals.set({ open: name, suspended: open });
  else if (open === 'invalid-chain') $modals.set({ open, suspended: name });
  else $modals.set({ open: name, suspended: null });
}

/** Closes a modal, open or suspended; leaves any other as it is. */
export function closeModal(name: ModalName): void {
  const { open, suspended } = $modals.get();
  if (open === name) $modals.set({ open: suspended, suspended: null });
  else if (suspended === name) $modals.set({ open, suspended: null });
}

/** A suspended modal counts as open: it will return unchanged. */
export function isOpen(name: string): boolean {
  const { open, suspended } = $modals.get();
  return open === name || suspended === name;
}

/** Runs `begin` whenever a modal opens and the function it returned when that closes. Returns an unsubscribe function. */
export function whileOpen(name: ModalName, begin: () => () => void): () => void {
  let end: (() => void) | undefined;
  const stop = $modals.subscribe(() => {
    if (isOpen(name)) end ??= begin();
    else {
      end?.();
      end = undefined;
    }
  });
  return () => {
    stop();
    end?.();
  };
}

export function isModalName(name: string): name is ModalName {
  return modalNames.some((known) => known === name);
}
