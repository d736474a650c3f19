import { navigationType } from './navigation-type.ts';

/**
 * Reloads the page if another site's page opened its window, and returns whether it does. Chromium gets a typed address without `Cross-Origin-Opener-Policy`,
 * and parts the page itself from every other one, except where somebody else's page opened the window blank and the address was typed into that. The reload
 * is a same-origin request, whose answer has the policy. Once only: a proxy might drop the header.
 */
export function partFromOpener(): boolean {
  if (!hasForeignOpener() || navigationType() === 'reload') return false;
  location.reload();
  return true;
}

function hasForeignOpener(): boolean {
  const opener = window.opener as Window | null;
  try {
    // Throws if the opener is of another origin (HTML standard, CrossOriginGetOwnPropertyHelper).
    return opener !== null && !('document' in opener);
  } catch {
    return true;
  }
}
