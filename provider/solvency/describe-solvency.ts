import { toDecimalString } from '../../src/lib/amount.ts';
import type { Token } from '../ledger/account.ts';
import { tokenDecimals } from '../token-decimals.ts';
import type { OwedTo, Solvency, TokenSolvency } from './judge-solvency.ts';

/** The public figures, in whole tokens. */
export type SolvencyFigures = Record<Token, TokenFigures>;

export interface TokenFigures {
  vault: string;
  /** Sold and not minted on the chain yet. */
  notMinted: string;
  owed: Record<OwedTo, string>;
  owedInAll: string;
  uncoveredLoss: string;
  /** Taken out by the operator so far; comparisons that versions before this figure made lack it. */
  withdrawn?: string;
}

export function describeSolvency({ tokens }: Pick<Solvency, 'tokens'>): SolvencyFigures {
  return { JU: describe('JU', tokens.JU), JUF: describe('JUF', tokens.JUF), USDT: describe('USDT', tokens.USDT) };
}

function describe(token: Token, { vault, notMinted, owed, owedInAll, uncoveredLoss, withdrawn }: TokenSolvency): TokenFigures {
  const whole = (amount: bigint): string => toDecimalString(amount, tokenDecimals[token]);
  return {
    vault: whole(vault),
    notMinted: whole(notMinted),
    owed: {
      members: whole(owed.members),
      promised: whole(owed.promised),
      arriving: whole(owed.arriving),
      pools: whole(owed.pools),
      operator: whole(owed.operator),
    },
    owedInAll: whole(owedInAll),
    uncoveredLoss: whole(uncoveredLoss),
    withdrawn: whole(withdrawn),
  };
}
