import { addressSeal } from '../lib/address-seal.ts';
import { logout } from '../lib/api/contract/logout.ts';
import { interpolate } from '../lib/i18n/interpolate.ts';
import { isolate } from '../lib/isolate.ts';
import { shortenAddress } from '../lib/shorten-address.ts';
import { definePart } from '../lib/visit/define-part.ts';
import { callApi } from '../stores/api.ts';
import { startLoading } from '../stores/loading.ts';
import { $isSignedIn, $user, endSession } from '../stores/session.ts';
import { copyText } from './copy-text.ts';
import { shellTexts } from './shell-texts.ts';

const qrPart = definePart(() => import('uqr'));

/** The provider is informed with best effort; signing out waits no longer than this. */
const PATIENCE_MS = 1_500;

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

type Shown = 'address' | 'uid' | 'referralCode';

/** Fills the account menu with who is signed in, in full, to copy, and as a code to be paid by. */
function fillIdentity(menu: HTMLElement): void {
  const user = $user.get();
  if (!user) return;
  for (const line of menu.querySelectorAll<HTMLElement>('[data-identity]')) line.textContent = valueOf(line.dataset['identity'], user);
  for (const button of menu.querySelectorAll<HTMLElement>('[data-identity-copy]')) {
    button.onclick = () => void copyText(valueOf(button.dataset['identityCopy'], user), button, button.dataset['copied'] ?? '');
  }
  const details = menu.querySelector<HTMLDetailsElement>('details[data-identity-qr]');
  if (details) details.ontoggle = () => void (details.open && drawCode(details, user.address));
}

function valueOf(name: string | undefined, user: Record<Shown, string>): string {
  return name === 'address' || name === 'uid' || name === 'referralCode' ? user[name] : '';
}

/** Dark on light in both themes: some readers take no inverted code. */
async function drawCode(details: HTMLDetailsElement, address: string): Promise<void> {
  const { encode } = await qrPart.whenLoaded();
  const { data, size } = encode(address, { border: 4 });
  const svg = svgOf('svg', { class: 'qr-code', viewBox: `0 0 ${size} ${size}`, role: 'img', 'shape-rendering': 'crispEdges' });
  svg.setAttribute('aria-label', details.dataset['identityQr'] ?? '');
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  svg.append(svgOf('rect', { width: `${size}`, height: `${size}` }), svgOf('path', { d: dark.join('') }));
  details.querySelector('div')?.replaceChildren(svg);
}

function svgOf(name: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** Ends the session, at the provider and on this device. */
async function signOut(): Promise<void> {
  const stopLoading = startLoading({ label: shellTexts().loading.signOut });
  const loggedOut = callApi(logout, {}, { outlivesPage: true, attention: 'none' }).catch(() => {
    // The provider lacks the call or doesn't respond: the token expires anyway.
  });
  await Promise.race([loggedOut, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  stopLoading();
  endSession('LOGOUT');
}
