import type { Texts } from '../../lib/i18n/page-texts.ts';
import type { DialogTexts } from '../action/action-texts.ts';
import type { StateTexts } from '../state/state-texts.ts';

export type BonusesTexts = Pick<Texts<'bonuses'>, 'overview' | 'claim' | 'parts' | 'log' | 'kinds'> & DialogTexts & { state: StateTexts };
