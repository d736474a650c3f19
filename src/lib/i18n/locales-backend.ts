import type { BackendModule, ResourceKey } from 'i18next';

const files = import.meta.glob<ResourceKey>(['/public/locales/*/*.json', '!/public/locales/*/wallet-app.json'], {
  eager: true,
  import: 'default',
});

/** i18next backend for the locale files in the server bundle. Synchronous, so that i18next initialises synchronously. */
export const localesBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, callback) {
    const file = files[`/public/locales/${language}/${namespace}.json`];
    if (file) callback(null, file);
    else callback(new Error(`no texts for ${language}/${namespace}`), null);
  },
};
