import { type DataOf } from '../../../src/lib/api/contract/define-call.ts';
import { type serviceTerms } from '../../../src/lib/api/contract/public-service.ts';
import { type Services } from '../../provider-services.ts';

/** GET /dashboard/terms, an extension: the public part of the economy. */
export function readServiceTerms({ economy }: Pick<Services, 'economy'>): DataOf<typeof serviceTerms> {
  const { treasury, insurance, staking, pools, bonuses, transfer } = economy;
  const { premiumRate, days, maxPayoutRate, noCancelDays } = insurance;
  return {
    treasury: {
      packages: treasury.packages.map(({ discountRate, vestingDays }) => ({ discountRate, vestingDays })),
      maxMintingCap: treasury.maxMintingCapJuf,
    },
    insurance: { premiumRate, days, maxPayoutRate, noCancelDays },
    staking: { periods: staking.periods.map((period) => ({ days: period.days, apr: period.apr })) },
    pools: { ...pools },
    bonuses: { ...bonuses },
    transfer: { feeRate: transfer.feeRate, payoutFee: { ...transfer.payoutFee } },
  };
}
