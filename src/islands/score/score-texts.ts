import type { Texts } from '../../lib/i18n/page-texts.ts';
import type { ActionTexts, DialogTexts } from '../action/action-texts.ts';
import type { StateTexts } from '../state/state-texts.ts';

export type ScoreTexts = Texts<'score'> & DialogTexts & { state: StateTexts; amount: ActionTexts['amount'] };
