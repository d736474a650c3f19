import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { juScoreLevels } from '../../../src/lib/api/contract/score.ts';
import type { Services } from '../../provider-services.ts';

/** GET /sales/juScore/levels, an extension. */
export function listScoreLevels({ economy }: Pick<Services, 'economy'>): DataOf<typeof juScoreLevels> {
  return { levels: economy.score.levels.map(({ from, feeDiscount }, index) => ({ level: index + 1, from, feeDiscount })) };
}
