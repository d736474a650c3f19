import { toDecimalString } from '../../../src/lib/amount.ts';
import type { pollWeight } from '../../../src/lib/api/contract/dashboard.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Services } from '../../provider-services.ts';
import { POWER_DECIMALS } from '../power/power-parts.ts';
import { readPower } from '../power/read-power.ts';
import { findCurrentPoll } from './find-current-poll.ts';

/** GET /dashboard/pollWeight, an extension. */
export async function readPollWeight(services: Services, memberId: string): Promise<DataOf<typeof pollWeight>> {
  const current = await findCurrentPoll(services);
  if (current === null) return { weight: null };
  const { total } = await readPower(services.database, memberId, current.opensAt);
  return { weight: { pollId: current.id, power: toDecimalString(total, POWER_DECIMALS) } };
}
