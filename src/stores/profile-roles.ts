import type { DataOf } from '../lib/api/contract/define-call.ts';
import { memberRolesList } from '../lib/api/contract/roles.ts';
import { answerPart } from './answer-part.ts';
import { readQuery } from './read-query.ts';
import { readAgain } from './server-state.ts';

export type RolesAnswer = DataOf<typeof memberRolesList>;

const rolesKey = 'profile/memberRolesList:';

/** The roles with what caps their bonuses. */
export const $roles = readQuery(rolesKey, memberRolesList);

/** The member roles, lowest first, with what this member owns. */
export const $roleList = answerPart($roles, (roles) => roles.list);
/** The most that bonuses add up to, of what was paid for roles; undefined if the provider doesn’t say. */
export const $bonusCapRate = answerPart($roles, (roles) => roles.bonusCapRate);
/** The version of the terms that they were read by. */
export const $roleTerms = answerPart($roles, (roles) => roles.terms);

export function refreshRoles(): void {
  readAgain(rolesKey);
}
