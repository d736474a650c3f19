import type { DataOf } from '../api/contract/define-call.ts';
import type { treasuryPurchase } from '../api/contract/treasury-history.ts';
import type { treasuryList, treasuryPackage } from '../api/contract/treasury.ts';
import type { z } from '../api/contract/zod.ts';

export type TreasuryPackage = z.output<typeof treasuryPackage>;
export type TreasuryPurchase = z.output<typeof treasuryPurchase>;
export type TreasuryList = DataOf<typeof treasuryList>;
