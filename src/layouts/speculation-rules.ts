import { cspHash } from './inline-scripts.ts';

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

const code = JSON.stringify(rules);

/**
 * Which pages the browser may fetch ahead (speculation rules, HTML standard), and the hash by which the page's policy allows the rules. They
 * are at the page's end: a header would cost a request before the page itself is parsed.
 */
export const speculationRules = { code, hash: cspHash(code) };
