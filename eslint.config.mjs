import astro from 'eslint-plugin-astro';
import tseslint from 'typescript-eslint';

const DEFAULT_EXPORT_FILES = [
  '*.config.{ts,mjs}',
  'tests/support/global-setup.ts',
  'src/**/*.astro',
  'src/**/*.d.ts',
  'src/integrations/client-seen/hydrate-{seen,acted}.ts',
  'src/islands/root/hydrate-island.ts',
];

const SHAPES = [
  { selector: 'ExportAllDeclaration', message: 'No barrels: import from the module that defines it.' },
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only, but where a tool asks for a default.' },
];
/** What is fetched on demand may not come: one module answers for that. */
const PARTS = ['ImportExpression', "CallExpression[callee.name='fetch'] TemplateElement[value.raw=/^.locales/]"].map((selector) => ({
  selector: `${selector}:not(CallExpression[callee.name='definePart'] *)`,
  message: 'Import it, or have it loaded by definePart (src/lib/visit/define-part.ts).',
}));

/** What is kept on a device has one way to get there. */
const STORAGE = {
  selector: 'Identifier[name=/^(localStorage|sessionStorage|indexedDB)$/]',
  message: 'Use keptOnDevice or keptInTab (src/lib/storage/kept.ts), and storeOf for a store of it.',
};

/** Refuses imports whose path leads into one of the folders; `why` is what the developer reads. */
function forbid(files, folders, why) {
  return {
    files,
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ regex: `^(\\.\\./)+((src|tests)/)?(${folders.join('|')})/`, message: why }] }],
    },
  };
}

/** Refuses imports that climb out of a folder without subfolders, unless they lead to one of the targets. */
function allow(files, targets, why) {
  return {
    files,
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ regex: `^(\\.\\./)+(?!\\.\\./)(?!(${targets.join('|')}))`, message: why }] }],
    },
  };
}

/** What may import what, and shapes that only a selector finds. Everything that needs types, and the usual rules, is oxlint's: .oxlintrc.json. */
export default [
  { ignores: ['dist/', '.astro/', '.data/', 'node_modules/', 'test-results/', 'playwright-report/', 'provider/db/migrations/'] },
  { files: ['**/*.{ts,tsx}'], languageOptions: { parser: tseslint.parser } },
  ...astro.configs['flat/recommended'],
  { rules: { 'no-restricted-syntax': ['error', ...SHAPES] } },
  { files: ['src/**'], rules: { 'no-restricted-syntax': ['error', ...SHAPES, ...PARTS, STORAGE] } },
  { files: ['src/lib/storage/**'], rules: { 'no-restricted-syntax': ['error', ...SHAPES, ...PARTS] } },
  { files: DEFAULT_EXPORT_FILES, rules: { 'no-restricted-syntax': ['error', ...PARTS] } },
  forbid(
    ['src/lib/**'],
    ['stores', 'islands', 'components', 'layouts', 'pages', 'shell', 'provider', 'head', 'chain/(?!product)', 'processes', 'server'],
    'lib knows nothing above it.',
  ),
  forbid(['src/stores/**'], ['islands', 'components', 'layouts', 'pages', 'shell', 'provider', 'server'], 'stores import lib only.'),
  forbid(
    ['src/shell/**'],
    ['islands', 'components', 'layouts', 'pages', 'provider', 'server'],
    'the shell scripts import stores and lib only.',
  ),
  forbid(
    ['src/islands/**'],
    ['components', 'layouts', 'pages', 'provider', 'server', 'head', 'shell(?=/(?!copy-text\\.ts))'],
    'islands import stores and lib only, and of the shell how it copies a text.',
  ),
  forbid(
    ['src/components/**', 'src/layouts/**', 'src/pages/**'],
    ['provider', 'server'],
    'nothing in src imports the provider, the chain or the server.',
  ),
  forbid(
    ['provider/**'],
    ['stores', 'islands', 'components', 'layouts', 'pages', 'shell', 'head', 'processes', 'server'],
    'of src, the provider imports lib only; and never the server.',
  ),
  forbid(
    ['provider/{db,ledger,price,payouts}/**'],
    ['stores', 'islands', 'components', 'layouts', 'pages', 'shell', 'head', 'processes', 'server', 'modules', 'operator'],
    'what the modules build on imports none of them.',
  ),
  forbid(
    ['provider/http/**'],
    ['stores', 'islands', 'components', 'layouts', 'pages', 'shell', 'head', 'processes', 'server', 'modules', 'operator'],
    'http serves the modules and knows none of them.',
  ),
  forbid(
    ['provider/modules/**'],
    ['stores', 'islands', 'components', 'layouts', 'pages', 'shell', 'head', 'processes', 'server', 'operator'],
    'the command line calls the modules, never the other way.',
  ),
  allow(
    ['src/head/**'],
    ['lib/', 'shell/(watch-for-intent|watch-dialogs|top-layer)\\.ts'],
    'head imports lib and the eager part of the shell only.',
  ),
  allow(['src/development-wallet/*'], ['lib/'], 'the development wallet imports lib only: production leaves it out.'),
  allow(['src/worker/**'], ['lib/'], 'the service worker imports lib only.'),
  allow(['chain/*'], ['processes/', 'src/lib/(chain/|clock\\.ts)'], 'the chain imports processes, src/lib/chain and the clock only.'),
  allow(['processes/**'], ['nothing'], 'processes imports nothing of the project.'),
  forbid(
    ['server/**'],
    ['stores', 'islands', 'components', 'layouts', 'pages', 'shell'],
    'the server starts the provider and serves the built site.',
  ),
];
