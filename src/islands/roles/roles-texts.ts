import type { Texts } from '../../lib/i18n/page-texts.ts';
import type { DialogTexts } from '../action/action-texts.ts';
import type { StateTexts } from '../state/state-texts.ts';

export type RolesTexts = Pick<Texts<'roles'>, 'list' | 'purchase' | 'privilege' | 'points' | 'names'> &
  DialogTexts & { state: StateTexts; deposit: string };
