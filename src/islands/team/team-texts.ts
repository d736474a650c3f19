import type { Texts } from '../../lib/i18n/page-texts.ts';

export type TeamTexts = Texts<'team'>;
