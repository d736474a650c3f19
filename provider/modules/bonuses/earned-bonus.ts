import { type SQL, sql } from 'drizzle-orm';
import { referralBinding } from '../profile/schema.ts';
import { bonus, bonusHold } from './schema.ts';

/** When a member gets a bonus: at the sale, or when the last binding it came by is final. */
export const earnedAt: SQL = sql`coalesce(${bonus.heldUntil}, ${bonus.createdAt})`;

/** Bonuses that are their members'. Those that are held, and those whose binding was undone, are not: no figure counts them and no list shows them. */
export function isEarned(now: Date): SQL {
  return sql`(${bonus.heldUntil} is null or (${bonus.heldUntil} <= ${now.toISOString()} and not ${isCancelled}))`;
}

/** A binding that it came by was undone. */
const isCancelled = sql`exists (
  select from ${bonusHold} join ${referralBinding} on ${referralBinding.id} = ${bonusHold.bindingId}
   where ${bonusHold.bonusId} = ${bonus.id} and ${referralBinding.undoneAt} is not null)`;
