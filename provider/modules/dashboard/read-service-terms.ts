import { toDecimalString } from '../../../src/lib/amount.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { serviceTerms } from '../../../src/lib/api/contract/public-service.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { capOf, readMinting } from '../treasury/treasury-supply.ts';

/** GET /dashboard/terms, an extension: the public part of the economy. */
export async function readServiceTerms({
  database,
  economy,
}: Pick<Services, 'database' | 'economy'>): Promise<DataOf<typeof serviceTerms>> {
  const { contractCapJuf } = await readMinting(database, economy);
  const { treasury, insurance, staking, pools, bonuses, transfer } = economy;
  const { premiumRate, days, maxPayoutRate, noCancelDays } = insurance;
  return {
    treasury: {
      packages: treasury.packages.map(({ discountRate, vestingDays }) => ({ discountRate, vestingDays })),
      maxMintingCap: toDecimalString(capOf(economy, contractCapJuf), tokenDecimals.JUF),
    },
    insurance: { premiumRate, days, maxPayoutRate, noCancelDays },
    staking: { periods: staking.periods.map((period) => ({ days: period.days, apr: period.apr })) },
    pools: { ...pools },
    bonuses: { ...bonuses },
    transfer: { feeRate: transfer.feeRate, payoutFee: { ...transfer.payoutFee } },
  };
}
