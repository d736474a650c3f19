import type { Economy } from '../economy.ts';
import type { Assessment, Finding } from './assessment.ts';
import type { Prices18 } from './prices.ts';
import { exceeds, greatest, inWords } from './ratio.ts';
import { leastVotesOfCapital, votesOfCapital, votesOfSpending } from './vote-rates.ts';

/**
 * Power adds up over accounts, so everybody can have the cheapest votes. Votes from capital cost nothing lasting and follow wealth, which is JU power's
 * purpose. No way of spending may give more per USDT than the package that gives least.
 */
export function assessVotes(economy: Economy, prices: Prices18): Assessment {
  const bound = leastVotesOfCapital(economy, prices);
  const findings = votesOfSpending(economy)
    .filter(({ rate }) => exceeds(rate, bound))
    .map(({ name, term, rate }): Finding => ({
      code: rate.over === 0n ? 'VOTES_FOR_NOTHING' : 'VOTES_CHEAPER_THAN_PACKAGES',
      what: `Votes are cheaper by ${name} than in the package that gives fewest for its price.`,
      gain: `${inWords(rate)} votes for each USDT, instead of ${inWords(bound)}`,
      terms: [term],
    }));
  const most = greatest(votesOfCapital(economy, prices).map(({ rate }) => rate));
  return {
    benefit: 'VOTES',
    plan: 'the package with most power for its price, unclaimed',
    brings: `${most === undefined ? '0' : inWords(most)} votes for each USDT, which stays one’s own`,
    findings,
  };
}
