import type { Database } from './database.ts';
import { gather } from './gather.ts';

interface Question {
  /** Name of the prepared statement; unique to this text. */
  name: string;
  /** Each caller's parameters and their PostgreSQL types. */
  asked: Readonly<Record<string, string>>;
  /** A select for one caller, with the columns of `asked` as parameters. */
  text: string;
}

export type Value = string | Buffer | null;

/** `place` is the index of the caller the row belongs to. */
type Placed<Row> = Row & { place: string };
type Found<Row> = Omit<Placed<Row>, 'place'>;

/**
 * A read that serves all concurrent callers with one prepared statement. `offset 0` keeps each caller's select separate: joined with the
 * callers, tables would be scanned whole instead of looked up by key.
 */
export function readForMany<Row extends object>({
  name,
  asked,
  text,
}: Question): (database: Database, values: readonly Value[]) => Promise<Found<Row>[]> {
  const statement = `select asked.place, r.* from ${askedBy(asked)}, lateral (select * from (${text}) answer offset 0) r`;
  return gather(async ({ $client: pool }, askers) => {
    const { rows } = await pool.query<Placed<Row>>({ name, text: statement, values: inColumns(asked, askers) });
    const found = askers.map((): Found<Row>[] => []);
    for (const { place, ...row } of rows) found[Number(place) - 1]?.push(row);
    return found;
  });
}

/** The callers as rows of `asked`, numbered by `place`, from one array parameter per column. */
export function askedBy(asked: Question['asked']): string {
  const arrays = Object.values(asked).map((type, index) => `$${index + 1}::${type}[]`);
  return `unnest(${arrays.join(', ')}) with ordinality asked (${Object.keys(asked).join(', ')}, place)`;
}

export function inColumns(asked: Question['asked'], askers: readonly (readonly Value[])[]): Value[][] {
  return Object.keys(asked).map((_, index) => askers.map((values) => values[index] ?? null));
}

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
