import { createElement, type FunctionComponent } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { languageOf } from '../../lib/i18n/languages.ts';
import { pageLanguage } from '../../stores/page-language.ts';
import { unsayMissing } from '../../shell/say-missing.ts';
import type { SessionTexts } from './session-texts.ts';
import { WalletModal } from './WalletModal.tsx';

export interface DialogProps {
  /** What `Intl` formats with. */
  locale: string;
  texts: SessionTexts;
}

declare global {
  interface Window {
    $RefreshReg$?: () => void;
    $RefreshSig$?: () => (type: unknown) => unknown;
  }
}

/** By the ids of the dialogs that the server drew. The wallets' is the one that is reached for first: it comes with this file, not a round trip after it. */
const islands: Readonly<Record<string, () => Promise<FunctionComponent<DialogProps>>>> = {
  'wallet-modal': () => Promise.resolve(WalletModal),
  'sign-message-modal': async () => (await import('./SignMessageModal.tsx')).SignMessageModal,
  'invalid-chain-modal': async () => (await import('./InvalidChainModal.tsx')).InvalidChainModal,
  'referral-modal': async () => (await import('./ReferralModal.tsx')).ReferralModal,
};
const drawings = new Map<string, Promise<void>>();

/** Makes a dialog of the session come alive, once. Rejects where its code or its texts do not arrive; it may be asked for again then. */
export function drawDialog(dialog: HTMLDialogElement): Promise<void> {
  const drawing = drawings.get(dialog.id) ?? draw(dialog);
  drawings.set(dialog.id, drawing);
  drawing.catch(() => drawings.delete(dialog.id));
  return drawing;
}

async function draw(dialog: HTMLDialogElement): Promise<void> {
  if (import.meta.env.DEV) standInForRefresh();
  const island = islands[dialog.id];
  if (!island) throw new Error(`no island for #${dialog.id}`);
  const [component, texts] = await Promise.all([island(), readTexts()]);
  const { locale } = languageOf(pageLanguage());
  unsayMissing(dialog);
  hydrateRoot(dialog, createElement(component, { locale, texts }), { identifierPrefix: dialog.id });
  delete dialog.dataset.still;
}

let reading: Promise<SessionTexts> | undefined;

/** The texts do not stand in the page, which most people only read. */
function readTexts(): Promise<SessionTexts> {
  reading ??= fetchTexts().catch((error: unknown) => {
    reading = undefined;
    throw error;
  });
  return reading;
}

async function fetchTexts(): Promise<SessionTexts> {
  const response = await fetch(`/locales/${pageLanguage()}/session.json`);
  if (!response.ok) throw new Error(`the texts answer ${response.status}`);
  return (await response.json()) as SessionTexts;
}

/** Vite's React plugin refuses a component on a page that lacks its preamble, as pages without an island of Astro's do in development. */
function standInForRefresh(): void {
  window.$RefreshReg$ ??= () => undefined;
  window.$RefreshSig$ ??= () => (type) => type;
}
