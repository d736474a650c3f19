import type { Texts } from '../../lib/i18n/page-texts.ts';
import type { ActionTexts } from '../action/action-texts.ts';
import type { StateTexts } from '../state/state-texts.ts';

export interface InsuranceTexts {
  insurance: Texts<'swap'>['insurance'];
  action: Pick<ActionTexts, 'review' | 'follow'>;
  state: StateTexts;
}
