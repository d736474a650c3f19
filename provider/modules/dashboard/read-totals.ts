import { toDecimalString } from '../../../src/lib/amount.ts';
import { kindBalance } from '../../ledger/balances.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { capOf, readMinting } from '../treasury/treasury-supply.ts';

type Totals = Record<'totalStaked' | 'totalMinted' | 'maxMintingCap', string>;

/** Total staked by all members, all JUF minted or sold and yet to be minted, and the maximum supply. */
export async function readTotals({ database, economy }: Services): Promise<Totals> {
  const [staked, { mintedJuf, contractCapJuf }] = await Promise.all([
    kindBalance(database, 'STAKED', 'JUF'),
    readMinting(database, economy),
  ]);
  const format = (amount: bigint): string => toDecimalString(amount, tokenDecimals.JUF);
  return { totalStaked: format(staked), totalMinted: format(mintedJuf), maxMintingCap: format(capOf(economy, contractCapJuf)) };
}
