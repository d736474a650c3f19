import { type SQL, sql } from 'drizzle-orm';
import { referralBinding } from '../profile/schema.ts';
import { bonus, bonusHold } from './schema.ts';

/** When a bonus becomes the member's: at the sale, or when the last binding it came by is final. */
export const earnedAt: SQL = sql`coalesce(${bonus.heldUntil}, ${bonus.createdAt})`;

/** Bonuses that belong to members. Held ones, and those whose binding was undone, appear in no figure and no list. */
export function isEarned(now: Date): SQL {
  return sql`(${bonus.heldUntil} is null or (${bonus.heldUntil} <= ${now.toISOString()} and not ${isCancelled}))`;
}

/** One of its bindings was undone. */
const isCancelled = sql`exists (
  select from ${bonusHold} join ${referralBinding} on ${referralBinding.id} = ${bonusHold.bindingId}
   where ${bonusHold.bonusId} = ${bonus.id} and ${referralBinding.undoneAt} is not null)`;
