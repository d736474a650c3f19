import type { AstroI18nextConfig } from 'astro-i18next';
import { languages } from './src/lib/i18n/languages.ts';
import { pageNamespaces } from './src/lib/i18n/namespaces.ts';

const codes = languages.map((language) => language.code);

/** Loads the texts into i18next. Nothing else of the library is used: its notion of a current language is global to the process. */
const config: AstroI18nextConfig = {
  defaultLocale: 'en',
  locales: codes,
  namespaces: [...pageNamespaces],
  defaultNamespace: 'common',
  load: ['server'],
  i18nextServer: {
    initAsync: false,
    preload: codes,
    fallbackLng: 'en',
    interpolation: { escapeValue: false },
  },
  // The texts are bundled into the server build, so that they hold wherever it is started from.
  i18nextServerPlugins: { fsBackend: null, '{localesBackend}': '/src/lib/i18n/locales-backend.ts' },
};

export default config;
