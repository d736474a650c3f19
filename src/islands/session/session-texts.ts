import type { Texts } from '../../lib/i18n/page-texts.ts';

/** The texts of the session's islands, as their pages give them. */
export type SessionTexts = Texts<'session'>;
