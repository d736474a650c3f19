import { describeFailure } from '../logging/describe-failure.ts';
import { type ProcessServices } from '../provider-services.ts';

/**
 * Reads prices on from where any process ended, and says what is not as it should be. Processes may do it at the same time: one keeps what it
 * read. A chain that does not answer is no failure here: the last prices stay, and grow too old to sell at.
 */
export async function refreshPrices({ prices, log }: Pick<ProcessServices, 'prices' | 'log'>): Promise<void> {
  try {
    const outcomes = await prices.refresh();
    for (const [token, outcome] of Object.entries(outcomes)) {
      if (outcome !== 'COLLECTED' && outcome !== 'OUTPACED') log.warn({ token, outcome }, 'the price was not brought up to date');
    }
  } catch (error) {
    log.warn({ failure: describeFailure(error) }, 'the prices could not be read');
  }
}
