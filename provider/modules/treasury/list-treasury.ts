import { toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Economy } from '../../economy.ts';
import { pooledAccount } from '../../ledger/account.ts';
import { accountBalance } from '../../ledger/balances.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { capacityOf } from '../insurance/insurance-terms.ts';
import { lastKnown, PRICE_DECIMALS } from '../../price/read-prices.ts';
import { namePackage, packageId } from './find-package.ts';
import { treasuryPackage } from './schema.ts';
import { capOf, readMinting } from './treasury-supply.ts';

type TreasuryList = DataOf<(typeof contract)['treasuryList']>;

/** GET /sales/treasuryList */
export async function listTreasury({ database, economy, termsNumber, prices, clock }: Services): Promise<TreasuryList> {
  const [sales, reading, { mintedJuf, contractCapJuf }, poolUsdt] = await Promise.all([
    database.select().from(treasuryPackage),
    prices.juf(clock()),
    readMinting(database, economy),
    accountBalance(database, pooledAccount('INSURANCE_POOL_FREE'), 'USDT'),
  ]);
  const price = lastKnown(reading);
  return {
    list: economy.treasury.packages.flatMap((terms) => {
      const sale = sales.find(({ id }) => id === packageId(terms.code));
      return sale === undefined ? [] : [describe(terms, sale, economy)];
    }),
    jufPrice: price === null ? null : toDecimalString(price.price18, PRICE_DECIMALS),
    jufPriceAt: price?.at.toISOString() ?? null,
    maxMintingCap: toDecimalString(capOf(economy, contractCapJuf), tokenDecimals.JUF),
    mintedJuf: toDecimalString(mintedJuf, tokenDecimals.JUF),
    insuranceCapacity: toDecimalString(capacityOf(poolUsdt, economy), tokenDecimals.USDT),
    terms: termsNumber,
  };
}

function describe(
  { code, discountRate, vestingDays, powerPerJuf }: Economy['treasury']['packages'][number],
  { id, closedAt, soldJuf }: typeof treasuryPackage.$inferSelect,
  { treasury, insurance }: Economy,
): TreasuryList['list'][number] {
  return {
    id,
    name: namePackage(code),
    walletType: 'USDT',
    minAmount: treasury.minUsdt,
    maxAmount: treasury.maxUsdt,
    discountRate,
    vestingDays,
    insurancePremiumRate: insurance.premiumRate,
    insuranceMaxPayoutRate: insurance.maxPayoutRate,
    insuranceDays: insurance.days,
    powerPerJuf,
    soldJuf: toDecimalString(soldJuf, tokenDecimals.JUF),
    status: closedAt === null ? 'OPEN' : 'CLOSED',
  };
}
