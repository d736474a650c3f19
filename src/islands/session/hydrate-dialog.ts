import { createElement, type FunctionComponent } from 'react';
import { hydrateIsland } from '../root/hydrate-island.ts';
import type { IslandProps } from '../../lib/i18n/island-props.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { definePart, type Part } from '../../lib/visit/define-part.ts';
import { textsPart } from '../../lib/i18n/texts-part.ts';
import { WalletModal } from './WalletModal.tsx';

declare global {
  interface Window {
    $RefreshReg$?: () => void;
    $RefreshSig$?: () => (type: unknown) => unknown;
  }
}

/** By the ids of the server-rendered dialogs. The wallet dialog is usually opened first, so it's part of this file instead of one round trip later. */
const islands: Readonly<Record<string, Part<FunctionComponent<IslandProps>>>> = {
  'wallet-modal': definePart(() => Promise.resolve(WalletModal)),
  'sign-message-modal': definePart(async () => (await import('./SignMessageModal.tsx')).SignMessageModal),
  'invalid-chain-modal': definePart(async () => (await import('./InvalidChainModal.tsx')).InvalidChainModal),
  'referral-modal': definePart(async () => (await import('./ReferralModal.tsx')).ReferralModal),
};
/** They aren't part of the page, because most visitors never need them. */
const sessionTexts = textsPart<Texts<'session'>>('session');

/** Hydrates one of the session's dialogs, once its code and texts are there. */
export async function hydrateDialog(dialog: HTMLDialogElement, isAhead: boolean): Promise<void> {
  if (import.meta.env.DEV) standInForRefresh();
  const island = islands[dialog.id];
  if (!island) throw new Error(`no island for #${dialog.id}`);
  const [component, session] = await Promise.all([island.whenLoaded({ isAhead }), sessionTexts.whenLoaded({ isAhead })]);
  const { still: locale } = dialog.dataset;
  if (locale === undefined) return;
  hydrateIsland(dialog, createElement(component, { locale, texts: { session } }), dialog.id);
  delete dialog.dataset.still;
}

/** In development, Vite's React plugin refuses components on a page without its preamble, which pages without an Astro island lack. */
function standInForRefresh(): void {
  window.$RefreshReg$ ??= () => undefined;
  window.$RefreshSig$ ??= () => (type) => type;
}
