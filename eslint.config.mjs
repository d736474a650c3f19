import astro from 'eslint-plugin-astro';
import tseslint from 'typescript-eslint';

const DEFAULT_EXPORT_FILES = [
  '*.config.{ts,mjs}',
  'tests/support/global-setup.ts',
  'src/integrations/client-*.ts',
  'src/**/*.astro',
  'src/**/*.d.ts',
  'src/integrations/client-seen/hydrate-seen.ts',
];

/** Refuses imports whose path leads into one of the folders; `why` is what the developer reads. */
function forbid(files, folders, why) {
  return {
    files,
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ regex: `^(\\.\\./)+((src|tests)/)?(${folders.join('|')})/`, message: why }] }],
    },
  };
}

export default tseslint.config(
  { ignores: ['dist/', '.astro/', '.data/', 'node_modules/', 'test-results/', 'playwright-report/', 'provider/db/migrations/'] },
  ...tseslint.configs.strictTypeChecked,
  ...astro.configs['flat/recommended'],
  {
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: ['.astro'] } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'No barrels: import from the module that defines it.' },
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only, but where a tool asks for a default.' },
      ],
      'no-restricted-globals': ['error', { name: 'parseFloat', message: 'Money is bigint base units; see src/lib/amount.ts.' }],
      eqeqeq: 'error',
    },
  },
  { files: DEFAULT_EXPORT_FILES, rules: { 'no-restricted-syntax': 'off' } },
  { files: ['**/*.mjs', '**/*.astro', '**/*.astro/*.ts'], ...tseslint.configs.disableTypeChecked },
  forbid(
    ['src/lib/**'],
    ['stores', 'islands', 'components', 'layouts', 'pages', 'shell', 'provider', 'chain/(?!product)', 'server'],
    'lib knows nothing above it.',
  ),
  forbid(['src/stores/**'], ['islands', 'components', 'layouts', 'pages', 'shell', 'provider', 'server'], 'stores import lib only.'),
  forbid(
    ['src/shell/**'],
    ['islands', 'components', 'layouts', 'pages', 'provider', 'server'],
    'the shell scripts import stores and lib only.',
  ),
  forbid(['src/islands/**'], ['components', 'layouts', 'pages', 'provider', 'server'], 'islands import stores and lib only.'),
  forbid(
    ['src/components/**', 'src/layouts/**', 'src/pages/**'],
    ['provider', 'server'],
    'nothing in src imports the provider, the chain or the server.',
  ),
  forbid(
    ['provider/**'],
    ['stores', 'islands', 'components', 'layouts', 'pages', 'shell', 'server'],
    'the provider imports lib/api/contract, lib/amount, lib/chain and lib/i18n only.',
  ),
  forbid(
    ['server/**'],
    ['stores', 'islands', 'components', 'layouts', 'pages', 'shell'],
    'the server starts the provider and serves the built site.',
  ),
);
