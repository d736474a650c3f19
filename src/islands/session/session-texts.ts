import type { Texts } from '../../lib/i18n/page-texts.ts';

/** The texts of the session's islands, as passed by their pages. A new version, and an island that failed, are announced by the page itself. */
export type SessionTexts = Omit<Texts<'session'>, 'update' | 'broken'>;
