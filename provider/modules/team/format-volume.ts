import { toDecimalString } from '../../../src/lib/amount.ts';
import { tokenDecimals } from '../../token-decimals.ts';

/** Volumes are in USDT. */
export function formatVolume(volume: bigint): string {
  return toDecimalString(volume, tokenDecimals.USDT);
}
