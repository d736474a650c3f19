import { atom } from 'nanostores';

/** The eleven modals, named after the ids of their dialogs: `wallet` is `#wallet-modal`. */
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
  /** The one that is open; there is never a second. */
  open: ModalName | null;
  /** Put aside by the invalid-chain modal, and opened when that closes. */
  suspended: ModalName | null;
}

export const $modals = atom<Modals>({ open: null, suspended: null });

/** Opens a modal in the place of the one that is open. The invalid-chain modal puts that one aside, and what is opened meanwhile waits behind it. */
export function openModal(name: ModalName): void {
  const { open } = $modals.get();
  if (open === name) return;
  if (name === 'invalid-chain') $modals.set({ open: name, suspended: open });
  else if (open === 'invalid-chain') $modals.set({ open, suspended: name });
  else $modals.set({ open: name, suspended: null });
}

/** Closes a modal, be it open or put aside; another one stays as it is. */
export function closeModal(name: ModalName): void {
  const { open, suspended } = $modals.get();
  if (open === name) $modals.set({ open: suspended, suspended: null });
  else if (suspended === name) $modals.set({ open, suspended: null });
}

/** A modal that is put aside counts as open: it comes back as it was. */
export function isOpen(name: ModalName): boolean {
  const { open, suspended } = $modals.get();
  return open === name || suspended === name;
}

/** Begins something each time a modal opens, and ends it when that closes; returns how to stop watching. */
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
