import { describeFailure } from '../logging/describe-failure.ts';
import type { ProcessServices } from '../provider-services.ts';

/**
 * Continues reading prices where any process stopped, and reports problems. Processes may do this concurrently: one of them stores its
 * results. An unresponsive chain is not an error here: the last prices remain until they are too old to sell at.
 */
export async function refreshPrices({ prices, log }: Pick<ProcessServices, 'prices' | 'log'>): Promise<void> {
  try {
    const outcomes = await prices.refresh();
    for (const [token, outcome] of Object.entries(outcomes)) {
      if (outcome !== 'COLLECTED' && outcome !== 'OUTPACED') log.warn({ token, outcome }, 'the price could not be refreshed');
    }
  } catch (error) {
    log.warn({ failure: describeFailure(error) }, 'the prices could not be read');
  }
}
