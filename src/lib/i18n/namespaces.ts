/** One file an area in `public/locales/{language}`; `common` holds what every page shows. */
export const namespaces = ['common', 'session', 'landing', 'home', 'announcements', 'errors', 'wallet-app'] as const;

export type Namespace = (typeof namespaces)[number];
