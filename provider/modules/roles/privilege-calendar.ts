import { and, eq, min } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { Economy } from '../../economy.ts';
import { lowestRole } from './read-role.ts';
import { memberRole } from './schema.ts';

/** When a member's privileges fall due: dates fixed by the first purchase. */
export interface PrivilegeCalendar {
  /** The number of the privilege that fell due last; 0 if none has. */
  period: number;
  dueAt: Date;
  nextAt: Date;
}

const DAY_MS = 86_400_000;

/** Null if the member never bought a role. */
export async function readPrivilegeCalendar(
  database: Queryable,
  economy: Economy,
  memberId: string,
  now: Date,
): Promise<PrivilegeCalendar | null> {
  const [row] = await database
    .select({ first: min(memberRole.since) })
    .from(memberRole)
    .where(and(eq(memberRole.memberId, memberId), eq(memberRole.source, 'PURCHASED')));
  const first = row?.first ?? null;
  return first === null ? null : calendarOf(first, everyMs(economy), now);
}

/** The same for all roles, which the economy's own check ensures, so that no upgrade moves a date. */
export function everyMs(economy: Economy): number {
  return lowestRole(economy).privilege.everyDays * DAY_MS;
}

export function calendarOf(first: Date, periodMs: number, now: Date): PrivilegeCalendar {
  const period = Math.max(0, Math.floor((now.getTime() - first.getTime()) / periodMs));
  const dateOf = (number: number): Date => new Date(first.getTime() + number * periodMs);
  return { period, dueAt: dateOf(period), nextAt: dateOf(period + 1) };
}
