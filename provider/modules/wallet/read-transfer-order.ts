import { fromDecimalString, parseDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { BodyOf } from '../../../src/lib/api/contract/define-call.ts';
import { discountedRate } from '../../../src/lib/basis-points.ts';
import type { Queryable } from '../../db/database.ts';
import type { Economy } from '../../economy.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Token } from '../../ledger/account.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { readScore } from '../score/read-score.ts';

/** The signed order, with its amounts in base units. */
export interface TransferOrder {
  token: Token;
  amountBaseUnits: bigint;
  maxFeeBaseUnits: bigint;
  remark: string | undefined;
}

type Body = Pick<BodyOf<(typeof contract)['walletTransfer']>, 'walletType' | 'amount' | 'maxFee' | 'remark'>;

/** Throws VALIDATION_FAILED where an amount has more decimals than its token. */
export function readTransferOrder({ walletType, amount, maxFee, remark }: Body): TransferOrder {
  return {
    token: walletType,
    amountBaseUnits: readTokenAmount(amount, walletType, 'amount'),
    maxFeeBaseUnits: readTokenAmount(maxFee, walletType, 'maxFee'),
    remark: remark === '' ? undefined : remark,
  };
}

/** Base units of an amount field. The contract knows the maximum of decimals of any token; this knows the token's own. */
export function readTokenAmount(text: string, token: Token, field: string): bigint {
  const reading = parseDecimalString(text, tokenDecimals[token]);
  if (reading.ok) return reading.amountBaseUnits;
  throw new Refusal('VALIDATION_FAILED', { detail: { fields: { [field]: reading.reason } } });
}

/** Refuses an amount that is too small or too large for one transfer, to any destination. */
export function requireWithinBounds({ token, amountBaseUnits }: TransferOrder, { transfer }: Economy): void {
  const { minimum, maximum } = transfer;
  const decimals = tokenDecimals[token];
  if (amountBaseUnits < fromDecimalString(minimum, decimals)) throw new Refusal('BELOW_MINIMUM', { detail: { minAmount: minimum } });
  if (amountBaseUnits > fromDecimalString(maximum, decimals)) throw new Refusal('ABOVE_MAXIMUM', { detail: { maxAmount: maximum } });
}

/** The fee of a transfer in basis points, less the discount of the member's score level; rounded up to a whole number. */
export function transferFeeRate(economy: Economy, points: bigint): number {
  const feeDiscount = economy.score.levels.findLast(({ from }) => points >= BigInt(from))?.feeDiscount ?? 0;
  return discountedRate(economy.transfer.feeRate, feeDiscount);
}

export async function readTransferFeeRate(database: Queryable, economy: Economy, memberId: string, now: Date): Promise<number> {
  return transferFeeRate(economy, await readScore(database, memberId, now));
}
