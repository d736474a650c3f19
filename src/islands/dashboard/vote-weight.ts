import { formatAmount } from '../../lib/amount.ts';
import type { DataOf } from '../../lib/api/contract/define-call.ts';
import type { Poll, pollWeight } from '../../lib/api/contract/dashboard.ts';

const ONE = 10n ** 18n;

/** JU power of the member's own vote; null if the provider doesn't report it for this poll. */
export function voteWeight({ id }: Pick<Poll, 'id'>, weight: DataOf<typeof pollWeight>['weight'] | undefined): bigint | null {
  return weight?.pollId === id ? weight.power : null;
}

/** Rounded down to whole units, as on the page of JU power. A smaller power is shown exactly, because it still counts. */
export function formatWeight(power: bigint, locale: string): string {
  return formatAmount(power < ONE ? power : power - (power % ONE), { locale });
}
