import { toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import { pendingDepositsPart } from '../../chain-watch/credit-due.ts';
import { readTogether } from '../../db/read-together.ts';
import { memberBalancesPart } from '../../ledger/balances.ts';
import type { Services } from '../../provider-services.ts';
import { proofPart } from '../../solvency/publish-tree.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { currentPrices, USD_DECIMALS, valueInUsd } from '../../price/read-price.ts';

/**
 * GET /wallet/overview. `balance` can be spent, `locked` can't yet; both belong to the member and count in `usd`. The total is the sum of the parts as
 * displayed, and unknown while any part is.
 */
export async function readOverview(services: Services, memberId: string): Promise<DataOf<(typeof contract)['walletOverview']>> {
  const { database, prices, tokenAddresses, vault, clock } = services;
  const [{ balances, pending, reserveProof }, current] = await Promise.all([
    readParts(database, [memberId, vault?.address ?? null]),
    currentPrices(prices, clock()),
  ]);
  const wallets = balances.map(({ token, availableBaseUnits, lockedBaseUnits }) => {
    const held = availableBaseUnits + lockedBaseUnits;
    return { token, availableBaseUnits, lockedBaseUnits, usd: held === 0n ? 0n : valueInUsd(held, token, current) };
  });
  const totalUsd = wallets.reduce<bigint | null>((sum, { usd }) => (sum === null || usd === null ? null : sum + usd), 0n);
  return {
    walletList: wallets.map(({ token, availableBaseUnits, lockedBaseUnits, usd }) => ({
      walletType: token,
      balance: toDecimalString(availableBaseUnits, tokenDecimals[token]),
      locked: toDecimalString(lockedBaseUnits, tokenDecimals[token]),
      usd: formatUsd(usd),
      decimals: tokenDecimals[token],
      tokenAddress: tokenAddresses[token],
    })),
    totalUsd: formatUsd(totalUsd),
    vault: vault?.address ?? null,
    pendingDeposits: pending.map(({ hash, token, amountBaseUnits, confirmations }) => ({
      hash,
      walletType: token,
      amount: toDecimalString(amountBaseUnits, tokenDecimals[token]),
      confirmations: Number(confirmations),
    })),
    ...(reserveProof === undefined ? {} : { reserveProof }),
  };
}

const readParts = readTogether(
  { name: 'wallet_overview', asked: { member_id: 'uuid', vault: 'text' } },
  { balances: memberBalancesPart, pending: pendingDepositsPart, reserveProof: proofPart },
);

function formatUsd(usd: bigint | null): string | null {
  return usd === null ? null : toDecimalString(usd, USD_DECIMALS);
}
