import { toDecimalString } from '../../src/lib/amount.ts';
import { BASIS_POINTS } from '../../src/lib/basis-points.ts';
import type { Economy } from '../economy.ts';
import { tokenDecimals } from '../token-decimals.ts';
import type { Assessment, Finding } from './assessment.ts';
import { bonusAllowance } from './bonus-allowance.ts';
import { percent } from './ratio.ts';
import { roleNetPrice, rolePriceOf, rolesOnSale } from './role-net-price.ts';

/**
 * Each account's bonuses are at most `capRate` of what it paid for roles, so those of any set of accounts are at most `capRate` of what the set paid,
 * whoever owns the uplines and whatever they sell each other.
 */
export function assessBonuses(economy: Economy): Assessment {
  const { capRate } = economy.bonuses;
  const exceeding = rolesOnSale(economy).find((role) => roleNetPrice(economy, role) < 0n);
  const findings: Finding[] = [];
  if (exceeding !== undefined) {
    const price = rolePriceOf(exceeding);
    findings.push({
      code: 'BONUSES_EXCEED_ROLE_PRICE',
      what: `Whoever buys ${exceeding.code} and then buys from accounts of their own below it earns more than the role cost.`,
      gain: `${toDecimalString(bonusAllowance(economy, price, 0n) - price, tokenDecimals.USDT)} USDT for each ${exceeding.code}`,
      terms: ['bonuses.capRate'],
    });
  }
  for (const role of economy.roles) {
    if (capRate > 0 && rolePriceOf(role) > 0n) continue;
    if (role.bonusRates.every((rate) => rate === 0)) continue;
    findings.push({
      code: 'BONUSES_NEVER_PAID',
      what: `${role.code} states bonus rates, but what it may earn is ${percent({ of: BigInt(capRate), over: BASIS_POINTS })} of ${role.priceUsdt} USDT.`,
      gain: 'none: a promise that is not kept',
      terms: [`roles.${role.rank}.bonusRates`, 'bonuses.capRate'],
    });
  }
  return {
    benefit: 'BONUSES',
    plan: 'uplines of one’s own with roles, and purchases below them',
    brings: `${percent({ of: BigInt(capRate), over: BASIS_POINTS })} of what the roles cost, at most`,
    findings,
  };
}
