import { createHash } from 'node:crypto';

/**
 * Finds browsers older than the supported ones (`browserslist` in package.json) by what the oldest of those can just do: `color-mix` came with Chrome 111,
 * `toSorted` with Firefox 115 and lookbehind with Safari 16.4. There, nothing else runs: pages can be read, and who wants to sign in is shown
 * `#outdated`. In ES5 and before any other script, since a browser that can't parse a script runs none of it.
 */
const code = `(function () {
  var root = document.documentElement;
  try {
    new RegExp('(?<=a)b');
    if (CSS.supports('color', 'color-mix(in srgb, red, red)') && [].toSorted && [].findLast && [].at && ''.replaceAll && Object.hasOwn && Promise.any && AbortSignal.timeout && window.structuredClone && window.BigInt && HTMLDialogElement.prototype.showModal) return;
  } catch (error) {}
  root.setAttribute('data-outdated', '');
  if (window.customElements) customElements.define = function () {};
  if (root.getAttribute('data-access') === 'member') {
    location.replace(root.getAttribute('data-start') + '#outdated');
    return;
  }
  document.addEventListener('click', function (event) {
    var element = event.target;
    while (element && element.getAttribute && element.getAttribute('commandfor') !== 'wallet-modal') element = element.parentNode;
    if (!element || !element.getAttribute) return;
    event.preventDefault();
    location.hash = 'outdated';
  }, true);
})();`.replaceAll(/\n */g, '\n');

export const outdatedScript = { code, hash: cspHash(code) };

/**
 * The hash by which a page's policy allows an inline script or style (CSP Level 3, hash-source). Pass it to `Astro.csp` before the head is written: in the
 * page or its layout, not in a component.
 */
export function cspHash(code: string): `sha256-${string}` {
  return `sha256-${createHash('sha256').update(code).digest('base64')}`;
}
