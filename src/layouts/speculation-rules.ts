import { cspHash } from './csp-hash.ts';

/** Members' pages, without their locale. They are shells: prerendered, they ask for nothing before they are activated (`whenActivated`). */
const memberPages = ['/home', '/treasury', '/staking', '/swap', '/wallet', '/wallet/*', '/profile', '/profile/*'];

const members = [
  { or: memberPages.flatMap((path) => [{ href_matches: path }, { href_matches: `/:locale${path}` }]) },
  { not: { href_matches: '/*\\?*token=*' } },
  { not: { selector_matches: '[data-language-choice]' } },
];

const barAtRest = 'html[data-session=in] body:not(:has(astro-island[client=load] .sk)) nav.bottom a:not([aria-current=page])';
const openSheet = '#more-menu:popover-open a:not([aria-current=page])';

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
    // On a phone there's no pointer to rest: a tap leaves 80 ms. So the bar's pages are made once this page's own figures are shown, and the
    // sheet's when it's opened. Elsewhere both are hidden, and a link that isn't rendered is no candidate.
    { where: { and: [...members, { selector_matches: [barAtRest, openSheet] }] }, eagerness: 'immediate' },
    // Browsers see no intent in the focus, which is all that a keyboard has. What loses it is no candidate any more.
    { where: { and: [...members, { selector_matches: ':focus-visible:not([aria-current=page])' }] }, eagerness: 'immediate' },
  ],
};

const code = JSON.stringify(rules);

/**
 * What the browser may fetch before somebody goes there (speculation rules, HTML standard), and the hash that the page's policy allows it by. They
 * stand at the page's end: named in a header they are a request before the page itself is looked at.
 */
export const speculationRules = { code, hash: cspHash(code) };
