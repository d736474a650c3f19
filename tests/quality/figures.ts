export interface Figure {
  /** As `noteFigure` names it; a stage that notes none counts its failures, under the stage's own name. */
  name: string;
  what: string;
  /** A stage of `npm run test:long`. */
  stage: string;
  limit: { most: number } | { least: number };
  unit: string;
}

const most = (name: string, stage: string, what: string, limit: number, unit: string): Figure => ({
  name,
  stage,
  what,
  limit: { most: limit },
  unit,
});
const least = (name: string, stage: string, what: string, limit: number, unit: string): Figure => ({
  name,
  stage,
  what,
  limit: { least: limit },
  unit,
});
const failures = (stage: string, what: string): Figure => most(stage, stage, what, 0, 'failed tests');

/** Every figure of the product with its limit. Where a bench notes one for each page or call, the worst counts. */
export const figures: readonly Figure[] = [
  // In the browser.
  most('scripts-public', 'weights', 'scripts of the heaviest public page before anyone acts', 8, 'KiB'),
  most('scripts-member', 'weights', 'scripts of the heaviest member page until its dialog can be used', 137, 'KiB'),
  most('scripts-swap', 'weights', 'scripts of the swap until its button can be used', 220, 'KiB'),
  most('scripts-sign-in', 'weights', 'scripts until a sign-in message can be signed', 220, 'KiB'),
  most('pages-paint', 'bench-pages', 'largest paint of public pages, slow phone, beside plain HTML', 1.6, '×'),
  most('pages-paint-visit', 'bench-pages', 'the same, coming from a page of another site', 1.6, '×'),
  most('pages-shift', 'bench-pages', 'layout shift of public pages', 0, ''),
  least('lighthouse-performance', 'bench-lighthouse', 'Lighthouse on public pages: performance', 99, 'points'),
  least('lighthouse-rest', 'bench-lighthouse', 'Lighthouse: accessibility, best practices, SEO', 99, 'points'),
  most(
    'navigation-phone',
    'bench-navigation',
    'from a tap to the member’s figures on the next page, slow phone, beside tiny pages',
    1.5,
    '×',
  ),
  most('navigation-desktop', 'bench-navigation', 'the same on a desktop that hovered the link', 100, 'ms'),
  most('wallet-prompt', 'bench-wallet-prompt', 'from the choice of a wallet to its prompt, slow phone, nothing cached', 1_500, 'ms'),
  // On the server.
  least('transfers', 'bench-provider', 'transfers through HTTP, signatures checked, beside pgbench', 0.15, '×'),
  least('ledger', 'bench-ledger', 'postings of the ledger, beside pgbench', 0.6, '×'),
  least('ledger-together', 'bench-ledger', 'the same with 64 clients, whose postings go together', 2.5, '×'),
  most('history', 'bench-history', 'wallet pages with 10,000 transactions, beside ten', 1.2, '×'),
  most('team', 'bench-team', 'the team page with 10,000 members below, beside ten', 1.2, '×'),
  most('site-page', 'bench-site', 'processor time of a built page, beside nginx', 3, '×'),
  most('site-article', 'bench-site', 'processor time of a kept announcement, beside a built page', 2, '×'),
  most('attack-calls', 'bench-attack', 'calls of members while one client attacks, beside without (p99)', 2, '×'),
  most('attack-landing-page', 'bench-attack', 'the landing page while one client attacks, beside without (p99)', 2, '×'),
  most('chain-credited', 'bench-chain', 'from a deposit’s third block to its credit', 2_000, 'ms'),
  most('chain-caught-up', 'bench-chain', 'catching up with 100,000 blocks', 60_000, 'ms'),
  most('soak-memory', 'soak', 'memory in the last third of ten minutes at half of the most, beside the second', 1.1, '×'),
  most('soak-failures', 'soak', 'calls that failed in these ten minutes', 0, 'calls'),
  // Proved by trying.
  least('contract-calls', 'contracts', 'random calls of each contract campaign without a broken invariant', 334_000, 'calls'),
  failures('contracts-lint', 'findings of forge lint that nobody has looked at'),
  ...['amount', 'plans', 'session', 'intent', 'siwe'].map((area) =>
    least(`mutation-${area}`, 'mutation', `mutants killed: ${area}`, 90, '%'),
  ),
  failures('malformed', '100,000 malformed requests over every call'),
  failures('hostile-addresses', '100,000 hostile base addresses and redirects'),
  failures('sign-in-messages', '100,000 altered sign-in messages, 5,000 of them sent'),
  failures('access', 'every call as nobody, another, blocked and owner'),
  failures('jobs', 'jobs, killed halfway among others'),
  failures('durability', 'kill -9 a thousand times in the middle of writes'),
  failures('chain-money', '1,000 deposits and payouts while nodes and processes fail'),
  failures('hostile-payouts', '500 payouts to hostile contracts'),
  failures('upgrade', 'two versions side by side for an hour'),
  failures('postgres-15', 'the provider on the oldest PostgreSQL'),
  failures('rehearse', 'production set up, upgraded and restored by the documents'),
  failures('browser-matrices', 'every page × ten languages × themes × widths: axe, links, policy, keyboard, motion, colours, 400 %'),
  failures('pseudo-language', 'no text on a page outside the locales'),
  failures('documents', 'the documents followed word for word'),
];
