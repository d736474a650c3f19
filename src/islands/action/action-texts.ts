import type { Texts } from '../../lib/i18n/page-texts.ts';

/** The texts shared by all actions: `pageTexts(language, 'action', 'amount', 'review', 'follow')`. */
export type ActionTexts = Pick<Texts<'action'>, 'amount' | 'review' | 'follow'>;

export interface DialogTexts {
  action: Pick<ActionTexts, 'review' | 'follow'>;
  close: string;
}
