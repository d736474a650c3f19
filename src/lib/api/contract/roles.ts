import { defineCall } from './define-call.ts';
import { claimRefusals, orderIntent, orderRefusals } from './order-terms.ts';
import { amount, count, emptyBody, id, rate, roleCode, signedName, terms, text, time } from './scalars.ts';
import { transaction } from './transaction.ts';
import { role } from './user-info.ts';
import { z } from './zod.ts';

export const memberRole = z.object({
  id,
  code: roleCode,
  name: text,
  signedName,
  rank: count,
  price: amount,
  /** The price minus what was actually paid for earlier roles; null if the role isn't an upgrade. */
  upgradePrice: z.nullable(amount),
  walletType: z.literal('USDT'),
  /** For the three levels below. */
  bonusRates: z.array(rate).check(z.minLength(3), z.maxLength(3)),
  privilege: z.object({ juf: amount, score: count, everyDays: count }),
  owned: z.boolean(),
  current: z.boolean(),
});

export const memberRolesList = defineCall({
  method: 'GET',
  path: '/profile/memberRolesList',
  auth: 'session',
  idempotent: false,
  /** `bonusCapRate`: the most that bonuses add up to, of what was `paidForRoles`. Extensions: a provider may lack them. */
  output: z.object({ list: z.array(memberRole), bonusCapRate: z.optional(rate), paidForRoles: z.optional(amount), terms }),
  errors: [],
});

export const purchaseMemberRoles = defineCall({
  method: 'POST',
  path: '/profile/purchaseMemberRoles',
  auth: 'session',
  idempotent: true,
  body: z.strictObject({ roleId: id, walletType: z.literal('USDT'), terms, intent: orderIntent }),
  output: z.object({ role, paid: amount, transaction }),
  errors: [...orderRefusals, 'ROLE_UNKNOWN', 'ROLE_NOT_HIGHER'],
});

export const claimMemberPrivilege = defineCall({
  method: 'POST',
  path: '/profile/claimMemberPrivilege',
  auth: 'session',
  idempotent: true,
  body: emptyBody,
  /** The transaction of the JUF, if any was due. */
  output: z.object({ claimed: z.object({ juf: amount, score: count }), nextAt: time, transaction: z.optional(transaction) }),
  errors: [...claimRefusals],
});
