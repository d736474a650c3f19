import type { Texts } from '../../lib/i18n/page-texts.ts';

/** The texts of `/profile/team`, in the page's language. */
export type TeamTexts = Texts<'team'>;
