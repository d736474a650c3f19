import { type Database } from './database.ts';

/**
 * A read that can be made with others in one statement. `text` is a select whose parameters are the same for all of them; its rows arrive as JSON, so
 * whatever is exact is cast to text in it, and bytes are hexadecimal behind `\x`.
 */
export interface ReadPart<Row, Result> {
  text: string;
  read: (rows: Row[]) => Result;
}

type Parts = Record<string, ReadPart<never, unknown>>;
type Results<P extends Parts> = { [Name in keyof P]: ReturnType<P[Name]['read']> };

/**
 * Several reads as one prepared statement, which sees one state of the database: a round trip costs more than most of them. `name` stands for these
 * parts and no others.
 */
export async function readTogether<P extends Parts>(
  { $client: pool }: Database,
  name: string,
  parts: P,
  values: readonly (string | null)[],
): Promise<Results<P>> {
  const columns = Object.entries(parts).map(([key, { text }]) => `(select coalesce(json_agg(r), '[]') from (${text}) r) as "${key}"`);
  const { rows } = await pool.query<Record<string, never[]>>({ name, text: `select ${columns.join(', ')}`, values: [...values] });
  const [row = {}] = rows;
  return Object.fromEntries(Object.entries(parts).map(([key, { read }]) => [key, read(row[key] ?? [])])) as Results<P>;
}
