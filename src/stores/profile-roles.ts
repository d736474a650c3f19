import type { DataOf } from '../lib/api/contract/define-call.ts';
import { memberRolesList } from '../lib/api/contract/roles.ts';
import { answerPart } from './answer-part.ts';
import { callApi } from './api.ts';
import { createQuery, revalidateKeys } from './server-state.ts';
import { $sessionTag } from './session.ts';

export type RolesAnswer = DataOf<typeof memberRolesList>;

const rolesKey = 'profile/memberRolesList:';

/** The roles with what caps their bonuses. */
export const $roles = createQuery<RolesAnswer>([rolesKey, $sessionTag], {
  kept: memberRolesList.output,
  fetcher: () => callApi(memberRolesList, {}),
});

/** The member roles, lowest first, with what this member owns. */
export const $roleList = answerPart($roles, (roles) => roles.list);
/** The most that bonuses add up to, of what was paid for roles; undefined if the provider doesn’t say. */
export const $bonusCapRate = answerPart($roles, (roles) => roles.bonusCapRate);
/** The version of the terms that they were read by. */
export const $roleTerms = answerPart($roles, (roles) => roles.terms);

export function refreshRoles(): void {
  revalidateKeys((key) => key.startsWith(rolesKey));
}
