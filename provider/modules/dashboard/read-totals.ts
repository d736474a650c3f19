import { toDecimalString } from '../../../src/lib/amount.ts';
import { kindBalance } from '../../ledger/balances.ts';
import { type Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { readMintedJuf } from '../treasury/treasury-supply.ts';

/** What all members have staked, and all JUF that was minted or has been sold and will be. */
export async function readTotals({ database, economy }: Services): Promise<{ totalStaked: string; totalMinted: string }> {
  const [staked, minted] = await Promise.all([kindBalance(database, 'STAKED', 'JUF'), readMintedJuf(database, economy)]);
  const format = (amount: bigint): string => toDecimalString(amount, tokenDecimals.JUF);
  return { totalStaked: format(staked), totalMinted: format(minted) };
}
