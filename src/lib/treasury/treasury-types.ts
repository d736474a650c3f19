import type { DataOf } from '../api/contract/define-call.ts';
import type { treasuryPurchase } from '../api/contract/treasury-history.ts';
import type { treasuryList, treasuryPackage } from '../api/contract/treasury.ts';
import type { z } from '../api/contract/zod.ts';

export type TreasuryPackage = z.output<typeof treasuryPackage>;
export type TreasuryPurchase = z.output<typeof treasuryPurchase>;
export type TreasuryList = DataOf<typeof treasuryList>;

export const JUF_DECIMALS = 18;
/** Decimals of power, like JUF's. */
export const POWER_DECIMALS = 18;
