import type { Database } from './database.ts';
import { type Question, readForMany } from './read-for-many.ts';

/**
 * A read that can be combined with others in one statement. `text` is a select for one caller, with the columns of `asked` (the same for
 * all parts) as parameters. Its rows arrive as JSON, so cast anything exact to text; bytes arrive as hex after `\x`.
 */
export interface ReadPart<Row, Result> {
  text: string;
  read: (rows: Row[]) => Result;
}

type Parts = Record<string, ReadPart<never, unknown>>;
type Results<P extends Parts> = { [Name in keyof P]: ReturnType<P[Name]['read']> };

/**
 * Several reads in one statement, which sees a single state of the database and saves round trips, which cost more than most reads. `name`
 * must be unique to these parts.
 */
export function readTogether<P extends Parts>(
  { name, asked }: Omit<Question, 'text'>,
  parts: P,
): (database: Database, values: readonly (string | null)[]) => Promise<Results<P>> {
  const columns = Object.entries(parts).map(([key, { text }]) => `(select coalesce(json_agg(r), '[]') from (${text}) r) as "${key}"`);
  const read = readForMany<Record<string, never[]>>({ name, asked, text: `select ${columns.join(', ')}` });
  return async (database, values) => {
    const [row] = await read(database, values);
    return Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, part.read(row?.[key] ?? [])])) as Results<P>;
  };
}
