import { fromDecimalString } from '../../src/lib/amount.ts';
import { languageCodes } from '../../src/lib/i18n/languages.ts';
import type { Economy } from '../economy.ts';
import { nameOffer } from './offer-names.ts';

export interface Contradiction {
  path: (string | number)[];
  says: string;
}

/** Problems of terms whose individual values are valid. */
export function findContradictions(economy: Economy): Contradiction[] {
  return [
    ...inRoles(economy),
    ...inTreasury(economy),
    ...inInsurance(economy),
    ...inScore(economy),
    ...inStaking(economy),
    ...inTransfer(economy),
    ...inNames(economy),
  ];
}

function inRoles({ roles, pools }: Economy): Contradiction[] {
  const found: Contradiction[] = [];
  // Each purchase pays a share into the bonus pool; if the three levels' best rates exceeded it, the pool could run dry.
  const greatest = greatestBonus(roles);
  if (greatest > pools.bonusShareOfSales)
    found.push({ path: ['roles'], says: `bonus rates of up to ${greatest} bp exceed the pool's share of ${pools.bonusShareOfSales} bp` });
  if (roles.some(({ rank }, index) => rank !== index)) found.push({ path: ['roles'], says: 'ranks must count up from 0' });
  if (!isDistinct(roles.map(({ code }) => code))) found.push({ path: ['roles'], says: 'two roles share a code' });
  // An upgrade doesn't move the date of the next privilege.
  if (!roles.every(({ privilege }) => privilege.everyDays === roles[0]?.privilege.everyDays))
    found.push({ path: ['roles'], says: 'privileges of all roles fall due equally often' });
  if (!isRising(roles.map(({ priceUsdt }) => size(priceUsdt))))
    found.push({ path: ['roles'], says: 'each role must cost more than the one before it' });
  return found;
}

/** The most that the three levels above a sale can receive of it, in basis points. */
export function greatestBonus(roles: readonly Pick<Economy['roles'][number], 'bonusRates'>[]): number {
  return [0, 1, 2].reduce((sum, level) => sum + Math.max(0, ...roles.map((role) => role.bonusRates[level] ?? 0)), 0);
}

function inTreasury({ treasury }: Economy): Contradiction[] {
  const { packages, minUsdt, maxUsdt, price } = treasury;
  const found: Contradiction[] = [];
  if (!isDistinct(packages.map(({ code }) => code))) found.push({ path: ['treasury', 'packages'], says: 'two packages share a code' });
  if (size(minUsdt) === 0n) found.push({ path: ['treasury', 'minUsdt'], says: 'must be more than nothing' });
  if (size(minUsdt) > size(maxUsdt)) found.push({ path: ['treasury', 'maxUsdt'], says: 'must not be less than minUsdt' });
  if (price.shortWindowMinutes >= price.longWindowMinutes)
    found.push({ path: ['treasury', 'price', 'longWindowMinutes'], says: 'must be longer than shortWindowMinutes' });
  return found;
}

function inInsurance({ insurance }: Economy): Contradiction[] {
  const [short, long] = insurance.settlementWindowsHours;
  return [
    ...(short < long ? [] : [{ path: ['insurance', 'settlementWindowsHours'], says: 'the second window must be longer than the first' }]),
    ...(insurance.noCancelDays < insurance.days
      ? []
      : [{ path: ['insurance', 'noCancelDays'], says: 'must be fewer than days, or nobody could cancel' }]),
  ];
}

function inScore({ score }: Economy): Contradiction[] {
  const found: Contradiction[] = [];
  const from = score.levels.map((level) => BigInt(level.from));
  if (from[0] !== 0n || !isRising(from)) found.push({ path: ['score', 'levels'], says: 'levels must begin at 0 and rise' });
  if (size(score.pricePerPointUsdt) === 0n) found.push({ path: ['score', 'pricePerPointUsdt'], says: 'must be more than nothing' });
  if (score.claim.base > score.claim.max) found.push({ path: ['score', 'claim', 'max'], says: 'must not be less than base' });
  return found;
}

function inStaking({ staking: { tiers, periods, turbo } }: Economy): Contradiction[] {
  const found: Contradiction[] = [];
  if (!isDistinct(tiers.map(({ code }) => code)) || !isDistinct(tiers.map(({ minJuf }) => size(minJuf))))
    found.push({ path: ['staking', 'tiers'], says: 'two tiers share a code or a minimum' });
  if (!isDistinct(periods.map((period) => period.days)))
    found.push({ path: ['staking', 'periods'], says: 'two periods are of the same length' });
  if (size(turbo.perJuf) === 0n) found.push({ path: ['staking', 'turbo', 'perJuf'], says: 'must be more than nothing' });
  return found;
}

function inTransfer({ transfer }: Economy): Contradiction[] {
  const found: Contradiction[] = [];
  if (size(transfer.minimum) > size(transfer.maximum)) found.push({ path: ['transfer', 'maximum'], says: 'must not be less than minimum' });
  if (Object.values(transfer.payoutDailyLimitUnpriced).some((limit) => size(limit) === 0n))
    found.push({ path: ['transfer', 'payoutDailyLimitUnpriced'], says: 'a limit of nothing keeps members from what is theirs' });
  return found;
}

/** Who reads two offers of one name can't tell which is bought. */
function inNames(economy: Economy): Contradiction[] {
  const offers = { packages: economy.treasury.packages, roles: economy.roles, tiers: economy.staking.tiers };
  return (['packages', 'roles', 'tiers'] as const).flatMap((kind) => {
    const shared = languageCodes.find((language) => !isDistinct(offers[kind].map(({ code }) => nameOffer(economy, kind, code, language))));
    return shared === undefined ? [] : [{ path: ['names', kind], says: `two of them are called the same in ${shared}` }];
  });
}

function size(decimal: string): bigint {
  return fromDecimalString(decimal, 18);
}

function isDistinct(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}

function isRising(values: readonly bigint[]): boolean {
  return values.every((value, index) => index === 0 || value > (values[index - 1] ?? value));
}
