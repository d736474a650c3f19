import { type Database } from './database.ts';
import { type Question, readForMany } from './read-for-many.ts';

/**
 * A read that can be made with others in one statement. `text` is a select for one asker, whose values are the columns of `asked`, the same for all of them;
 * its rows arrive as JSON, so whatever is exact is cast to text in it, and bytes are hexadecimal behind `\x`.
 */
export interface ReadPart<Row, Result> {
  text: string;
  read: (rows: Row[]) => Result;
}

type Parts = Record<string, ReadPart<never, unknown>>;
type Results<P extends Parts> = { [Name in keyof P]: ReturnType<P[Name]['read']> };

/**
 * Several reads as one statement, which sees one state of the database: a round trip to it costs more than most of them. `name` stands for these parts and
 * no others.
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
