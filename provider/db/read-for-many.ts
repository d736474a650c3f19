import type { Database } from './database.ts';
import { gather } from './gather.ts';

export interface Question {
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
