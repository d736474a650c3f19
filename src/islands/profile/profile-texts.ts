import type { RoleNames } from '../../lib/role-name.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import type { DialogTexts } from '../action/action-texts.ts';
import type { SessionTexts } from '../session/session-texts.ts';
import type { StateTexts } from '../state/state-texts.ts';

export type ProfileTexts = Pick<
  Texts<'profile'>,
  'identity' | 'name' | 'username' | 'uid' | 'code' | 'power' | 'points' | 'timeZone' | 'sessions'
> &
  DialogTexts &
  Pick<SessionTexts, 'referral' | 'failures'> & { roleNames: RoleNames; state: StateTexts };
