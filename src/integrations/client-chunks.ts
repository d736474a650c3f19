import type { AstroIntegration } from 'astro';

/** What is always wanted together, by the paths of its modules; the first that fits takes a module. */
const GROUPS: readonly { name: string; modules: RegExp }[] = [
  { name: 'react', modules: /\/node_modules\/(react|react-dom|scheduler|@nanostores\/react)\/|\/@astrojs\/react\// },
  // The shell's scripts and every island share these.
  {
    name: 'base',
    modules:
      /\/node_modules\/(nanostores|@nanostores\/persistent)\/|vite\/preload-helper|\/src\/stores\/(session|modals|persistence|toasts|loading|theme|language|page-language|base-url|wallet-flow)\.ts|\/src\/lib\/(storage|session|visit)\/|\/src\/lib\/(emptiness|shorten-address|show-theme|address-seal)\.ts|\/src\/lib\/i18n\/(interpolate|locale-path|language-codes)\.ts|\/src\/lib\/wallet-flow\/(reduce-wallet-flow|wallet-flow-state)\.ts|\/src\/shell\/(shell-texts|toasts|icon|top-layer)\.ts/,
  },
  {
    name: 'wallets',
    modules:
      /\/src\/lib\/chain\/wallets\/(discover-wallets|discovered-wallet|find-wallet|match-wallets|wallet-options|wallets-of-globals|read-announcement|read-answer|remembered-wallet|watch-wallet|reattach-wallet|request-within|wallet-error|wallet-chain|connect-wallet|sign-message)\.ts|\/src\/lib\/(config|chain\/product-chain|chain\/addresses\/development-addresses)\.ts/,
  },
  {
    name: 'api',
    modules:
      /\/node_modules\/(zod|ofetch|destr|ufo|node-fetch-native)\/|\/src\/lib\/api\/[^/]+\.ts|\/src\/stores\/api\.ts|\/src\/lib\/api\/contract\/(user-info|define-call|scalars|error-codes|query-values|zod|refusals)\.ts|\/src\/lib\/amount\.ts/,
  },
  // What member pages share beyond the shell.
  {
    name: 'member',
    modules:
      /\/node_modules\/@nanostores\/query\/|\/src\/islands\/(state|figures)\/|\/src\/islands\/list\/TableHead\.tsx|\/src\/stores\/(server-state|kept-answers|wallet)\.ts/,
  },
  // What pages share that move value.
  {
    name: 'action',
    modules: /\/src\/islands\/action\/|\/src\/lib\/action\/|\/src\/stores\/actions\.ts/,
  },
  // Wanted by who signs in, and by nobody else.
  {
    name: 'sign-in',
    modules:
      /\/src\/stores\/(enter|sign-in|sign-in-modals)\.ts|\/src\/lib\/wallet-flow\/|\/src\/lib\/address\.ts|\/src\/lib\/api\/contract\/(account|extensions|address-input)\.ts/,
  },
];

/**
 * Gathers small modules into few files: on a phone's line forty requests of a kilobyte cost more than the kilobytes, and each level
 * of imports a round trip.
 */
export function clientChunks(): AstroIntegration {
  return {
    name: 'client-chunks',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const groups = GROUPS.map(({ name, modules }, index) => ({ name, test: modules, priority: GROUPS.length - index }));
        updateConfig({
          vite: {
            environments: {
              client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
            },
          },
        });
      },
    },
  };
}
