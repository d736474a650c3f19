import type { Texts } from '../../lib/i18n/page-texts.ts';

/** The texts every action shares: `pageTexts(language, 'action', 'amount', 'review', 'follow')`. */
export type ActionTexts = Texts<'action'>;

/** The texts of every ActionDialog. */
export interface DialogTexts {
  action: Pick<ActionTexts, 'review' | 'follow' | 'missing'>;
  close: string;
}
