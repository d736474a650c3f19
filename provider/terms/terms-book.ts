import type { LanguageCode } from '../../src/lib/i18n/languages.ts';
import type { Database, Transaction } from '../db/database.ts';
import { gather } from '../db/gather.ts';
import { type Economy, readKeptEconomy } from '../economy.ts';
import type { ProcessServices, Services } from '../provider-services.ts';

interface TermsInForce {
  number: number;
  economy: Economy;
}

export interface TermsBook {
  /** The terms in force now, whichever process applied them. */
  inForce(database: Database): Promise<TermsInForce>;
  /** The same for a transaction that depends on them: no others come into force until it ends. */
  within(transaction: Transaction): Promise<TermsInForce>;
}

interface Row {
  number: number;
  hash: string;
}

type Asked = Pick<Transaction['$client'], 'query'>;

/**
 * Reads the terms in force from the database on every call, so that a new version reaches all processes at once; each version's content is read only once.
 * Versions are also identified by hash: a restored database may give a number to other terms.
 */
export function createTermsBook(): TermsBook {
  const known = new Map<string, Economy>();

  async function open(client: Asked, row: Row | undefined): Promise<TermsInForce> {
    if (typeof row?.number !== 'number') throw new Error('the database has no terms');
    const economy = known.get(row.hash) ?? (await readDocument(client, row.number));
    known.set(row.hash, economy);
    return { number: row.number, economy };
  }

  const readLatest = gather(async ({ $client: pool }: Database, askers: readonly 'latest'[]) => {
    const { rows } = await pool.query<Row>({ name: 'terms_latest', text: 'select number, hash from terms order by number desc limit 1' });
    return askers.map(() => rows[0]);
  });

  return {
    inForce: async (database) => open(database.$client, await readLatest(database, 'latest')),
    within: async ({ $client: client }) => {
      const { rows } = await client.query<Row>({ name: 'terms_to_deal_by', text: 'select number, hash from terms_to_deal_by()' });
      return open(client, rows[0]);
    },
  };
}

async function readDocument(client: Asked, number: number): Promise<Economy> {
  const { rows } = await client.query<{ document: unknown }>({
    name: 'terms_document',
    text: 'select document from terms where number = $1',
    values: [number],
  });
  return readKeptEconomy(rows[0]?.document);
}

/** The services for one call or one run of a job: with the terms in force when it began. */
export async function underTerms(services: ProcessServices, language: LanguageCode = 'en'): Promise<Services> {
  return { ...by(services, await services.terms.inForce(services.database)), language };
}

/** The same for a transaction: those terms stay in force until it ends. */
export async function underTermsWithin<Given extends Omit<ProcessServices, 'database'>>(
  services: Given,
  transaction: Transaction,
): Promise<Given & Pick<Services, 'economy' | 'termsNumber' | 'prices'>> {
  return by(services, await services.terms.within(transaction));
}

function by<Given extends Pick<ProcessServices, 'prices'>>(services: Given, { number, economy }: TermsInForce) {
  return { ...services, economy, termsNumber: number, prices: services.prices.under(economy) };
}
