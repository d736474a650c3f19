import type { Texts } from '../../lib/i18n/page-texts.ts';

/** The texts of the session's islands, as passed by their pages. A new version is announced by the page itself, not by an island. */
export type SessionTexts = Omit<Texts<'session'>, 'update'>;
