import { addressSeal } from '../lib/address-seal.ts';
import { shortenAddress } from '../lib/shorten-address.ts';
import { interpolate } from '../lib/i18n/interpolate.ts';
import { isolate } from '../lib/isolate.ts';
import { $isSignedIn, $user } from '../stores/session.ts';
import { fillIdentity } from './account-identity.ts';
import { shellTexts } from './shell-texts.ts';
import { signOut } from './sign-out.ts';

/**
 * Shows who is signed in: `data-session` on the root, and in each `[data-account]` the address (`.short`, `.long`), the name
 * (`[data-account-name]`) and the seal; the menu is filled with the rest when it opens. `[data-sign-out]` ends the session.
 */
export function startAccount(): void {
  $isSignedIn.subscribe((isSignedIn) => {
    document.documentElement.dataset.session = isSignedIn ? 'in' : 'out';
  });
  $user.subscribe((user) => {
    if (!user) return;
    const { address, username } = user;
    fill('[data-account] .short', address.slice(-4));
    fill('[data-account] .long', shortenAddress(address));
    fill('[data-account-name]', username);
    for (const seal of document.querySelectorAll('[data-account] .seal')) drawSeal(seal, address);
    for (const chip of document.querySelectorAll('[data-account]')) {
      chip.setAttribute('aria-label', interpolate(shellTexts().account, { address: shortenAddress(address), username: isolate(username) }));
    }
  });
  const menu = document.getElementById('account-menu');
  menu?.addEventListener('beforetoggle', () => fillIdentity(menu));
  // The menu may already be open: the press that opened it also loaded this script.
  if (menu?.matches(':popover-open')) fillIdentity(menu);
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-sign-out]')) void signOut();
  });
}

function drawSeal(seal: Element, address: string): void {
  const rings = addressSeal(address).map((data) => {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', data);
    return path;
  });
  seal.replaceChildren(...rings);
}

function fill(selector: string, text: string): void {
  for (const element of document.querySelectorAll(selector)) element.textContent = text;
}
