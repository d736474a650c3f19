import { splitLocalePath } from '../i18n/locale-path.ts';

/** Whether this is the login landing page, in any language. */
export function isLanding(): boolean {
  return splitLocalePath(location.pathname).path === '/';
}
