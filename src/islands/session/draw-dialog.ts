import { createElement, type FunctionComponent } from 'react';
import { languageOf } from '../../lib/i18n/languages.ts';
import { pageLanguage } from '../../stores/page-language.ts';
import { hydrateIsland } from '../root/hydrate-island.ts';
import { unsayMissing } from '../../shell/say-missing.ts';
import type { SessionTexts } from './session-texts.ts';
import { WalletModal } from './WalletModal.tsx';

export interface DialogProps {
  /** The locale for `Intl`. */
  locale: string;
  texts: SessionTexts;
}

declare global {
  interface Window {
    $RefreshReg$?: () => void;
    $RefreshSig$?: () => (type: unknown) => unknown;
  }
}

/** By the ids of the server-rendered dialogs. The wallet dialog is usually opened first, so it's part of this file instead of one round trip later. */
const islands: Readonly<Record<string, () => Promise<FunctionComponent<DialogProps>>>> = {
  'wallet-modal': () => Promise.resolve(WalletModal),
  'sign-message-modal': async () => (await import('./SignMessageModal.tsx')).SignMessageModal,
  'invalid-chain-modal': async () => (await import('./InvalidChainModal.tsx')).InvalidChainModal,
  'referral-modal': async () => (await import('./ReferralModal.tsx')).ReferralModal,
};
const drawings = new Map<string, Promise<void>>();

/** Hydrates one of the session's dialogs, once. Rejects if its code or texts can't be loaded, after which it can be called again. */
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
  hydrateIsland(dialog, createElement(component, { locale, texts }), dialog.id);
  delete dialog.dataset.still;
}

let reading: Promise<SessionTexts> | undefined;

/** The texts aren't part of the page, because most visitors never need them. */
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

/** In development, Vite's React plugin refuses components on a page without its preamble, which pages without an Astro island lack. */
function standInForRefresh(): void {
  window.$RefreshReg$ ??= () => undefined;
  window.$RefreshSig$ ??= () => (type) => type;
}
