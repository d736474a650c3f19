import { type AccountKind, type Token, TOKENS } from '../ledger/account.ts';
import { inTokens } from '../token-amounts.ts';
import type { Books } from './prove-solvency.ts';
import type { VaultState } from './vault-view.ts';

/** The vault's holding of one token and its owners, as of one block. */
interface TokenSolvency {
  /** Holding on the chain. */
  vault: bigint;
  /** Holding according to the books. */
  booked: bigint;
  /** Sold and not minted yet; JUF only. */
  notMinted: bigint;
  owed: Readonly<Record<OwedTo, bigint>>;
  owedInAll: bigint;
  /** Lost on the chain and not covered yet. */
  uncoveredLoss: bigint;
  /** What the operator has ever taken out as proceeds. */
  withdrawn: bigint;
}

/**
 * - `members`: members' wallets.
 * - `promised`: reserved for individual members: stakes, vesting, promised rewards and insurance, bonuses due, unearned premiums, payouts in transit.
 * - `arriving`: deposits waiting for confirmations, or for their owner.
 * - `pools`: reserved for rewards, bonuses and insurance, but not promised to anyone yet.
 * - `operator`: proceeds and fees, on their way out too, and burned JU that hasn't left the vault.
 */
type OwedTo = 'members' | 'promised' | 'arriving' | 'pools' | 'operator';

interface SolvencyBreak {
  code: 'VAULT_BELOW_BOOKS' | 'VAULT_BELOW_OWED' | 'NOT_MINTABLE';
  token: Token;
  says: string;
  /** The shortfall. */
  lacks: bigint;
}

export interface Solvency {
  tokens: Readonly<Record<Token, TokenSolvency>>;
  firstBreak: SolvencyBreak | null;
}

type Judged = Pick<VaultState, 'holds' | 'mintingRoom'>;

const OWED_TO: Readonly<Record<AccountKind, OwedTo | 'OUTSIDE'>> = {
  AVAILABLE: 'members',
  LOCKED: 'members',
  STAKED: 'promised',
  VESTING: 'promised',
  REWARD_POOL_RESERVED: 'promised',
  INSURANCE_POOL_RESERVED: 'promised',
  UNEARNED_PREMIUM: 'promised',
  PAYOUT_IN_TRANSIT: 'promised',
  DEPOSIT_IN_TRANSIT: 'arriving',
  REWARD_POOL_FREE: 'pools',
  BONUS_POOL: 'pools',
  INSURANCE_POOL_FREE: 'pools',
  TREASURY: 'operator',
  FEES: 'operator',
  BURNED: 'operator',
  UNCOVERED_LOSS: 'OUTSIDE',
  OUTSIDE_WORLD: 'OUTSIDE',
  VAULT: 'OUTSIDE',
};

/**
 * Whether the vault's holding at a block covers everything owed and matches the books. `done` are the books' open orders that the contracts
 * had executed by that block. Unsolicited payments do no harm: a surplus is never a break.
 */
export function judgeSolvency(books: Books, state: Judged, done: ReadonlySet<string>): Solvency {
  const tokens = {
    JU: judgeToken('JU', books, state, done),
    JUF: judgeToken('JUF', books, state, done),
    USDT: judgeToken('USDT', books, state, done),
  };
  return { tokens, firstBreak: findBreak(tokens, state) };
}

function judgeToken(token: Token, books: Books, { holds }: Judged, done: ReadonlySet<string>): TokenSolvency {
  const balanceOf = (kind: AccountKind): bigint => books.balances.find((each) => each.kind === kind && each.token === token)?.balance ?? 0n;
  const owed: Record<OwedTo, bigint> = { members: 0n, promised: 0n, arriving: books.arriving[token] ?? 0n, pools: 0n, operator: 0n };
  for (const { kind, token: of, balance } of books.balances) {
    const to = OWED_TO[kind];
    if (of === token && to !== 'OUTSIDE') owed[to] += balance;
  }
  if (token === 'USDT') {
    // The ledger has one bonus pool, of which some is due to members. The audit reports it if that is more than there is.
    const due = books.bonusesDue < balanceOf('BONUS_POOL') ? books.bonusesDue : balanceOf('BONUS_POOL');
    owed.pools -= due;
    owed.promised += due;
  }
  let withdrawn = books.withdrawn[token] ?? 0n;
  let booked = (books.arriving[token] ?? 0n) - balanceOf('VAULT');
  for (const order of books.orders) {
    if (order.token !== token) continue;
    const ahead = aheadOfBooks(order, done);
    if (order.kind === 'MINT') {
      booked += ahead;
      continue;
    }
    booked -= ahead;
    if (order.kind === 'PROCEEDS') {
      withdrawn += ahead;
      owed.operator -= ahead;
      if (order.isBooked) continue;
      // It is the operator's until it has left.
      owed.promised -= order.amount;
      owed.operator += order.amount;
    } else {
      // Paid by that block but still in transit in the books, or vice versa.
      owed.promised -= ahead;
    }
  }
  const notMinted = token === 'JUF' ? max(0n, books.soldJuf - mintedAt(books, done)) : 0n;
  const uncoveredLoss = max(0n, -balanceOf('UNCOVERED_LOSS'));
  const owedInAll = Object.values(owed).reduce((sum, each) => sum + each, 0n);
  return { vault: holds[token], booked, notMinted, owed, owedInAll, uncoveredLoss, withdrawn };
}

/** What the chain had executed of an order by the block and the books don't have yet; negative for what only the books have. */
function aheadOfBooks({ id, amount, isBooked, isLater }: Books['orders'][number], done: ReadonlySet<string>): bigint {
  const isDone = !isLater && done.has(id);
  return (isDone ? amount : 0n) - (isBooked ? amount : 0n);
}

/** JUF the contract had minted for JuFi's orders. */
export function mintedAt({ mintedJuf, orders }: Books, done: ReadonlySet<string>): bigint {
  return orders.filter(({ kind }) => kind === 'MINT').reduce((sum, order) => sum + aheadOfBooks(order, done), mintedJuf);
}

function findBreak(tokens: Solvency['tokens'], { mintingRoom }: Judged): SolvencyBreak | null {
  for (const token of TOKENS) {
    const { vault, booked } = tokens[token];
    if (vault < booked)
      return { code: 'VAULT_BELOW_BOOKS', token, says: 'the vault holds what the books say lies there', lacks: booked - vault };
  }
  for (const token of TOKENS) {
    const { vault, notMinted, owedInAll } = tokens[token];
    const lacks = owedInAll - vault - notMinted;
    if (lacks > 0n) return { code: 'VAULT_BELOW_OWED', token, says: 'the vault holds all that is owed', lacks };
  }
  const lacks = tokens.JUF.notMinted - mintingRoom;
  if (lacks > 0n) return { code: 'NOT_MINTABLE', token: 'JUF', says: 'what was sold and is not minted yet can be minted', lacks };
  return null;
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

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
  const whole = (amount: bigint): string => inTokens(amount, token);
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
