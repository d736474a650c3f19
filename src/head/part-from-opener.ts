import { navigationType } from './navigation-type.ts';

/**
 * Reloads a page that was typed into a window which another page opened, and returns whether it does. Chromium gets typed addresses without
 * `Cross-Origin-Opener-Policy`; the reload is a same-origin request, whose answer has it. Whose page the opener shows now says nothing: a frame of ours
 * within somebody else's page may have opened the window. Only once, since a proxy might drop the header.
 */
export function partFromOpener(): boolean {
  const isTyped = document.referrer === '' && navigationType() === 'navigate';
  if (!isTyped || window.opener === null) return false;
  location.reload();
  return true;
}
