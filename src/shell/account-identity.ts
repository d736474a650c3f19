import { definePart } from '../lib/visit/define-part.ts';
import { $user } from '../stores/session.ts';
import { copyText } from './copy-text.ts';

const qrPart = definePart(() => import('uqr'));

type Shown = 'address' | 'uid' | 'referralCode';

/** Fills the account menu with who is signed in, in full, to copy, and as a code to be paid by. */
export function fillIdentity(menu: HTMLElement): void {
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
