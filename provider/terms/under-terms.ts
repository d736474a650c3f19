import type { Transaction } from '../db/database.ts';
import type { ProcessServices, Services } from '../provider-services.ts';
import type { TermsInForce } from './terms-book.ts';

/** The services for one call or one run of a job: with the terms in force when it began. */
export async function underTerms(services: ProcessServices): Promise<Services> {
  return by(services, await services.terms.inForce(services.database));
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
