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

/** Members' pages, without their locale. They are shells: prerendered, they ask for nothing before they are activated (`whenDrawn`). */
const memberPages = ['/home', '/treasury', '/staking', '/swap', '/wallet', '/wallet/*', '/profile', '/profile/*'];

const members = [
  { or: memberPages.flatMap((path) => [{ href_matches: path }, { href_matches: `/:locale${path}` }]) },
  { not: { href_matches: '/*\\?*token=*' } },
  { not: { selector_matches: '[data-language-choice]' } },
];

const rules = {
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: '/api/*' } },
          { not: { href_matches: '/*\\?*token=*' } },
          { not: { selector_matches: '[download], [target=_blank], [rel~=nofollow], [data-language-choice]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
  prerender: [
    // The pointer rests on the link, or goes down on it: a mouse or a finger.
    { where: { and: members }, eagerness: 'moderate' },
    // Browsers take no hint from the focus, which is all that a keyboard gives. A link that loses it isn't a candidate any longer. On phones, `drawAhead` names pages.
    {
      where: { and: [...members, { selector_matches: ':is(:focus-visible:not([aria-current=page]), [data-ahead])' }] },
      eagerness: 'immediate',
    },
  ],
};

const rulesCode = JSON.stringify(rules);

/**
 * Which pages the browser may fetch ahead (speculation rules, HTML standard), and the hash by which the page's policy allows the rules. They
 * are at the page's end: a header would cost a request before the page itself is parsed.
 */
export const speculationRules = { code: rulesCode, hash: cspHash(rulesCode) };

/**
 * The hash by which a page's policy allows an inline script or style (CSP Level 3, hash-source). Pass it to `Astro.csp` before the head is written: in the
 * page or its layout, not in a component.
 */
export function cspHash(code: string): `sha256-${string}` {
  return `sha256-${createHash('sha256').update(code).digest('base64')}`;
}
