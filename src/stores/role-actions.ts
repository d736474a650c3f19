import { claimMemberPrivilege, purchaseMemberRoles } from '../lib/api/contract/roles.ts';
import { amount, count, id, terms, text } from '../lib/api/contract/scalars.ts';
import { z } from '../lib/api/contract/zod.ts';
import { defineAction } from './actions.ts';
import { callApi } from './api.ts';
import { defineOrderAction, signs } from './order-action.ts';

/** `price` is the upgrade's price at the review. */
const roleOrder = z.object({ roleId: id, name: text, price: amount, terms, signs });
export type RoleOrder = z.output<typeof roleOrder>;
const privilegeOrder = z.object({ juf: amount, score: count });

/** A role changes bonus rates, power, points and balances. */
const isRoleStale = (key: string): boolean => /^(profile|sales|wallet|dashboard)\//.test(key);

export const roleAction = defineOrderAction({
  name: 'role',
  order: roleOrder,
  body: purchaseMemberRoles.body,
  compose: ({ roleId, terms: reviewed }) => ({ roleId, walletType: 'USDT' as const, terms: reviewed }),
  send: (body, options) => callApi(purchaseMemberRoles, body, options),
  isStale: isRoleStale,
});

export const privilegeAction = defineAction({
  name: 'privilege',
  order: privilegeOrder,
  body: claimMemberPrivilege.body,
  compose: () => ({}),
  send: (body, options) => callApi(claimMemberPrivilege, body, options),
  isStale: isRoleStale,
});
