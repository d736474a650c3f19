import { toDecimalString } from '../../src/lib/amount.ts';
import type { Reserves, TokenReserves } from '../../src/lib/reserves/reserves.ts';
import type { Token } from '../ledger/account.ts';
import { tokenDecimals } from '../token-decimals.ts';
import type { VaultView } from './vault-view.ts';

/** The vault's holding, which is known without a ledger. Throws `ChainUnavailable`. */
export async function readChainSide(view: VaultView, now: Date): Promise<Reserves> {
  const block = await view.head();
  const { holds } = await view.at(block);
  const tokenOf = (token: Token): TokenReserves => ({ vault: toDecimalString(holds[token], tokenDecimals[token]), ledger: null });
  return {
    at: now.toISOString(),
    block: { number: block.number.toString(), hash: block.hash },
    vault: view.vault.address,
    isCovered: null,
    tokens: { JU: tokenOf('JU'), JUF: tokenOf('JUF'), USDT: tokenOf('USDT') },
    tree: null,
  };
}
