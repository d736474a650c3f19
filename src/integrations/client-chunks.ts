import type { AstroIntegration } from 'astro';

/** Modules that are always needed together, by path; the first match takes a module. */
export const CHUNK_GROUPS: readonly { name: string; modules: RegExp }[] = [
  {
    name: 'react',
    modules:
      /\/node_modules\/(react|react-dom|scheduler|@nanostores\/react)\/|\/src\/islands\/(jsx\/|root\/island\.ts)|^\0?rolldown[/:]runtime/,
  },
  // The shell's scripts and every island share these.
  {
    name: 'base',
    modules:
      /\/node_modules\/(nanostores|@nanostores\/persistent)\/|vite\/preload-helper|\/src\/stores\/(session|modals|persistence|toasts|loading|attended-calls|theme|language|page-language|base-url|wallet-chain)\.ts|\/src\/lib\/(storage\/(?!late-storage|in-turn|indexed-db)|session\/|visit\/|dialog\/)|\/src\/lib\/(clock|config|setting|loopback|emptiness|isolate|shorten-address|show-theme|address-seal)\.ts|\/src\/lib\/api\/api-error\.ts|\/src\/lib\/i18n\/(interpolate|locale-path|language-codes|texts-part)\.ts|\/src\/lib\/chain\/(product-chain|wallets\/(remembered-wallet|wallet-error|while-prompting))\.ts|\/src\/shell\/(shell-texts|top-layer|copy-text)\.ts/,
  },
  // Of the shell, what one of its parts needs too.
  { name: 'toasts', modules: /\/src\/shell\/(toasts|icon)\.ts/ },
  {
    name: 'wallets',
    modules:
      /\/src\/lib\/chain\/is-hex\.ts|\/src\/lib\/chain\/wallets\/(discover-wallets|discovered-wallet|find-wallet|match-wallets|wallet-options|wallets-of-globals|read-announcement|read-answer|watch-wallet|reattach-wallet|request-within|within-time|wallet-settings)\.ts|\/src\/stores\/(wallet-flow|renewal)\.ts|\/src\/lib\/wallet-flow\/(reduce-wallet-flow|wallet-flow-state)\.ts/,
  },
  {
    name: 'api',
    modules:
      /\/node_modules\/(zod|ofetch|destr|ufo|node-fetch-native)\/|\/src\/lib\/api\/[^/]+\.ts|\/src\/stores\/api\.ts|\/src\/lib\/api\/contract\/(user-info|define-call|scalars|error-codes|query-values|zod|refusals|logout|order-intent|receipt)\.ts|\/src\/lib\/(amount|basis-points|shown-amount|state-amount|shorten-amount)\.ts/,
  },
  // Points, which only some pages show.
  { name: 'points', modules: /\/src\/islands\/figures\/(Points|plural-form)/ },
  // Shared by member pages, beyond the shell.
  {
    name: 'member',
    modules:
      /\/node_modules\/@nanostores\/query\/|\/src\/islands\/(state|dialog)\/|\/src\/islands\/figures\/(?!CopyButton|TransactionHash|TokenMark|Points|plural-form|format-long-date)|\/src\/islands\/list\/TableHead\.tsx|\/src\/islands\/action\/(Notice|use-part)|\/src\/stores\/(server-state|answer-part|kept-answers|wallet|now|time-zone)\.ts|\/src\/lib\/format-terms\.ts|\/src\/lib\/claims\/is-worth-claiming\.ts|\/src\/lib\/api\/contract\/(wallet|transaction)\.ts/,
  },
  // Shared by pages that move value.
  {
    name: 'action',
    modules:
      /\/src\/islands\/action\/(?!ReviewSheet|ActionFollow|problem-text|ActionDialog|AmountTools|Receipt|TokenFigure|ExactFigure|use-free-balance)|\/src\/lib\/action\/(?!receipt-of|transaction-of)|\/src\/stores\/(actions|order-action|member-in-id)\.ts/,
  },
  // What a signed-in member's pages start with, ahead of groups that would include it as one of their imports.
  {
    name: 'start-member',
    modules:
      /\/src\/shell\/(start-member|start-notices|fill-notices|look-for-news|referral-notice|referral-offer|sign-out|wallet-watch|attach-when-wanted)\.ts|\/src\/stores\/referral\.ts|\/src\/lib\/api\/contract\/(referral-binding|notices)\.ts/,
  },
  // The review of an action. Its progress view is loaded meanwhile.
  {
    name: 'review',
    modules:
      /\/src\/islands\/action\/(ReviewSheet|problem-text|ActionDialog|ExactFigure|Receipt\.|use-free-balance)|\/src\/lib\/(exact-digits|action\/transaction-of)/,
  },
  // Filters and exports of lists.
  {
    name: 'lists',
    modules: /\/src\/islands\/list\/(DayField|download-file)|\/src\/lib\/(day-range|csv-text|spreadsheet-text)\.ts/,
  },
  { name: 'dashboard', modules: /\/src\/stores\/dashboard\.ts|\/src\/lib\/api\/contract\/dashboard\.ts/ },
  // For one page each: what its islands share from the start.
  {
    name: 'treasury',
    modules:
      /\/src\/stores\/treasury\.ts|\/src\/islands\/figures\/format-long-date|\/src\/lib\/treasury\/(?!live-vesting)|\/src\/lib\/api\/contract\/treasury\.ts|\/src\/islands\/treasury\/(write-figures|PackageRosette)|\/src\/lib\/rosettes\.ts/,
  },
  {
    name: 'staking',
    modules:
      /\/src\/stores\/staking(-actions)?\.ts|\/src\/lib\/staking(-accrual\.ts|\/(?!project|quote-turbo|turbo-charge))|\/src\/lib\/api\/contract\/staking(-position)?\.ts|\/src\/islands\/staking\/(Overview|NewStake|StakeTerms|PeriodChoice|use-live)/,
  },
  // A group includes its modules' imports, so groups that other pages share come first.
  { name: 'copy', modules: /\/src\/islands\/figures\/CopyButton/ },
  { name: 'flow-notice', modules: /\/src\/islands\/session\/FlowNotice/ },
  // Claims, shown by dashboard and profile.
  { name: 'claim-info', modules: /\/src\/lib\/api\/contract\/claim-info\.ts/ },
  // Shared by several profile pages.
  {
    name: 'profile-data',
    modules:
      /\/src\/stores\/(profile|profile-roles)\.ts|\/src\/lib\/role-name\.ts|\/src\/lib\/api\/contract\/(roles|profile|team-level)\.ts/,
  },
  {
    name: 'profile',
    modules: /\/src\/stores\/(profile-names|code-actions)\.ts|\/src\/islands\/profile\/(Identity|NameField|name-fault|ActivationCode)/,
  },
  {
    name: 'bonuses',
    modules:
      /\/src\/stores\/(profile-bonuses|bonus-actions)\.ts|\/src\/lib\/api\/contract\/bonuses\.ts|\/src\/islands\/bonuses\/(BonusOverview|BonusParts)/,
  },
  {
    name: 'roles',
    modules: /\/src\/stores\/role-actions\.ts|\/src\/islands\/roles\/(Privilege|PrivilegeFigures|Roles)\.tsx/,
  },
  {
    name: 'score',
    modules:
      /\/src\/stores\/(profile-score|score-actions)\.ts|\/src\/lib\/api\/contract\/score\.ts|\/src\/islands\/score\/(ScoreOverview|BuyPoints|ScoreLevels|LevelRing|level-progress)/,
  },
  { name: 'turbo', modules: /\/src\/islands\/staking\/(UnitStepper|turbo-net)|\/src\/lib\/staking\/(quote-turbo|turbo-charge)/ },
  {
    name: 'transfer',
    modules:
      /\/src\/stores\/transfer\.ts|\/src\/lib\/api\/contract\/transfer\.ts|\/src\/lib\/plain-text\.ts|\/src\/lib\/transfer\/(transfer-fee|transfer-order|look-alike)\.ts|\/src\/islands\/wallet\/(RecipientCard|Seal|group-address|known-addresses)/,
  },
  {
    name: 'token-mark',
    modules: /\/src\/islands\/figures\/TokenMark|\/src\/islands\/wallet\/balance-lines\.ts/,
  },
  {
    name: 'bonus-cap',
    modules:
      /\/src\/stores\/profile-team\.ts|\/src\/lib\/api\/contract\/team\.ts|\/src\/lib\/team\/bonus-cap|\/src\/islands\/team\/use-bonus-cap/,
  },
  {
    name: 'team',
    modules: /\/src\/islands\/team\/(Invite|Figures)/,
  },
  // The code for chain and wallets, loaded when a person opens a wallet or sees an island that shows the chain. Only our own modules are listed, since the
  // package's single entry would include whatever any page uses of it.
  { name: 'wagmi', modules: /\/src\/lib\/chain\/(wagmi-config|wallets\/(wallet-connector|ensure-product-chain))\.ts/ },
  // Needed only for signing in.
  {
    name: 'sign-in',
    modules:
      /\/src\/stores\/(go-to-landing-page|sign-in|sign-in-modals)\.ts|\/src\/lib\/wallet-flow\/|\/src\/lib\/address\.ts|\/src\/lib\/api\/contract\/(account|address-input)\.ts/,
  },
];

/**
 * Makes Chromium compile all of React while loading it, off the main thread (V8 explicit compile hints): otherwise it would compile functions on the first
 * press, while the person waits.
 */
const postBanner = ({ name }: { name: string }): string => (name === 'react' ? '//# allFunctionsCalledOnLoad\n' : '');

/**
 * Bundles small modules into few files: on a phone's connection forty requests of a kilobyte cost more than the kilobytes, and each level of imports costs
 * a round trip.
 */
export function clientChunks(): AstroIntegration {
  return {
    name: 'client-chunks',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const groups = CHUNK_GROUPS.map(({ name, modules }, index) => ({ name, test: modules, priority: CHUNK_GROUPS.length - index }));
        updateConfig({
          vite: {
            environments: {
              client: { build: { rolldownOptions: { output: { codeSplitting: { groups }, postBanner } } } },
            },
          },
        });
      },
    },
  };
}
