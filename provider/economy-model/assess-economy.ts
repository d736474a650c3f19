import type { Economy } from '../economy.ts';
import { assessBonuses } from './assess-bonuses.ts';
import { assessDiscounts } from './assess-discounts.ts';
import { assessFees } from './assess-fees.ts';
import { assessInsurance } from './assess-insurance.ts';
import { assessPrivileges } from './assess-privileges.ts';
import { assessStaking } from './assess-staking.ts';
import { assessTurbo } from './assess-turbo.ts';
import { assessVotes } from './assess-votes.ts';
import type { Assessment } from './assessment.ts';
import type { Prices18 } from './prices.ts';

/**
 * What a person with any number of accounts can gain from each benefit at constant prices, and which of it is arbitrage. For any terms accepted by
 * `validateEconomy`, and any prices above zero.
 */
export function assessEconomy(economy: Economy, prices: Prices18): Assessment[] {
  if (prices.juf18 <= 0n || prices.ju18 <= 0n) throw new RangeError('a price above zero is needed for each of JUF and JU');
  return [
    assessBonuses(economy),
    assessPrivileges(economy, prices),
    assessVotes(economy, prices),
    assessTurbo(economy, prices),
    assessDiscounts(economy),
    assessStaking(economy),
    assessInsurance(economy),
    assessFees(economy),
  ];
}
