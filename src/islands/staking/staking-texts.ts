import type { Texts } from '../../lib/i18n/page-texts.ts';
import type { StateTexts } from '../state/state-texts.ts';

export type StakingTexts = Texts<'staking'>;

export interface ListTexts extends Pick<StakingTexts, 'positions'> {
  state: StateTexts;
}
