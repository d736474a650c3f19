import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { StaffPart } from '../db/staff-rights.ts';
import type { Command } from './command.ts';

/** Whoever uses the tool, as the database knows them. */
export interface Staff {
  name: string;
  /** None: not staff, but whoever owns the tables, or nobody. */
  parts: readonly StaffPart[];
}

export async function readStaff(database: Database): Promise<Staff> {
  const { rows } = await database.execute<Staff & Record<string, unknown>>(
    sql`select session_user::text as name, array(select part from staff.mine where part not in ('SERVER', 'PAYOUTS') order by part) as parts`,
  );
  const [found] = rows;
  if (found === undefined) throw new Error('the database did not say who is there');
  return found;
}

/** What the database grants, said beforehand and in words. */
export function mayRun({ parts }: Staff, { by }: Pick<Command, 'by'>): boolean {
  return parts.length === 0 || (by !== undefined && (parts.includes('ADMINISTRATOR') || by.some((part) => parts.includes(part))));
}

/** Whose a command is, for a sentence. */
export function nameWhose({ by, isOffline }: Pick<Command, 'by' | 'isOffline'>): string {
  if (isOffline === true) return 'anybody';
  if (by === undefined) return 'the owner of JuFi’s tables';
  return [...by, 'ADMINISTRATOR']
    .map((part) => part.toLowerCase())
    .join(', ')
    .replace(/, (\w+)$/, ' and $1');
}
