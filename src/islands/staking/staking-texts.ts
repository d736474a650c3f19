import type { Texts } from '../../lib/i18n/page-texts.ts';
import type { ActionTexts } from '../action/action-texts.ts';

/** The texts of `/staking`, in the page's language. */
export type StakingTexts = Texts<'staking'>;

/** What every dialog of the page says. */
export interface DialogTexts {
  action: Pick<ActionTexts, 'review' | 'follow' | 'missing'>;
  close: string;
}
