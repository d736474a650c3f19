/** One file per area in `public/locales/{language}`; `common` holds what every page shows. */
export const pageNamespaces = [
  'common',
  'session',
  'landing',
  'home',
  'announcements',
  'action',
  'wallet',
  'staking',
  'treasury',
  'swap',
  'bonuses',
  'roles',
  'score',
  'profile',
  'settings',
  'notices',
  'team',
  'info',
  'reserves',
  'search',
  'year',
  'find',
  'errors',
] as const;

/** The development wallet loads its own texts; no page is rendered with them. */
export const namespaces = [...pageNamespaces, 'wallet-app'] as const;

export type Namespace = (typeof namespaces)[number];
