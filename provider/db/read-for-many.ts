import { type Database } from './database.ts';
import { gather } from './gather.ts';

export interface Question {
  /** Stands for this statement and no other. */
  name: string;
  /** What each asker gives, and what PostgreSQL calls its type. */
  asked: Readonly<Record<string, string>>;
  /** A select for one asker, whose values are the columns of `asked`. */
  text: string;
}

export type Value = string | Buffer | null;

/** `place` says whose row it is. */
type Placed<Row> = Row & { place: string };
type Found<Row> = Omit<Placed<Row>, 'place'>;

/**
 * A read that is one prepared statement for all who ask it at the same moment. `offset 0` keeps each asker's select by itself: joined with the askers, tables
 * would be read whole that one asker finds a row of by its key.
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

/** The askers as rows of `asked`, numbered by `place`, from one array parameter for each column. */
export function askedBy(asked: Question['asked']): string {
  const arrays = Object.values(asked).map((type, index) => `$${index + 1}::${type}[]`);
  return `unnest(${arrays.join(', ')}) with ordinality asked (${Object.keys(asked).join(', ')}, place)`;
}

export function inColumns(asked: Question['asked'], askers: readonly (readonly Value[])[]): Value[][] {
  return Object.keys(asked).map((_, index) => askers.map((values) => values[index] ?? null));
}
