import type { Texts } from '../../lib/i18n/page-texts.ts';

/** The texts of the session's islands, as passed by their pages. */
export type SessionTexts = Texts<'session'>;
