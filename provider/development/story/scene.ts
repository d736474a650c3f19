import { inArray } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../db/database.ts';
import { memberAccount, type Token } from '../../ledger/account.ts';
import { accountBalance } from '../../ledger/balances.ts';
import { type Member, member } from '../../modules/account/schema.ts';
import type { CodeReward } from '../../modules/codes/issue-activation-codes.ts';
import type { Services } from '../../provider-services.ts';
import { cast } from './cast.ts';

/** A member's act. Amounts are decimal strings. Acts that turn out to be impossible, such as a claim with nothing due, are skipped. */
export type MemberAct =
  | { do: 'JOIN' }
  | { do: 'TAKE_NAME' }
  | { do: 'DEPOSIT'; token: Token; amount: string }
  | { do: 'BUY_JUF'; code: string; usdt: string; insured: boolean }
  | { do: 'CLAIM_JUF' }
  /** Cancels the earliest one bought. */
  | { do: 'CANCEL_INSURANCE' }
  | { do: 'STAKE'; amount: { juf: string } | { percentOfAvailable: number }; days: number }
  /** Charges the newest stake. */
  | { do: 'CHARGE_TURBO'; units: number }
  | { do: 'CLAIM_ROI' }
  /** Withdraws the stake that matured first. */
  | { do: 'WITHDRAW_CAPITAL' }
  | { do: 'BUY_ROLE'; code: string }
  | { do: 'CLAIM_PRIVILEGE' }
  | { do: 'CLAIM_BONUS' }
  | { do: 'CLAIM_POINTS' }
  | { do: 'BUY_POINTS'; points: number }
  | { do: 'TRANSFER'; to: number; token: Token; amount: string; remark: string }
  | { do: 'USE_CODE'; kind: CodeReward['kind'] }
  | { do: 'VOTE'; option: number };

/** The operator's acts. */
export type OperatorAct =
  | { do: 'FUND_POOL'; pool: 'REWARD_POOL_FREE' | 'INSURANCE_POOL_FREE'; amount: string }
  | { do: 'ISSUE_CODES'; count: number; reward: CodeReward; days: number };

/**
 * The actor (index in the cast; null for the operator and the provider itself) and the act. Acts that use their own transactions stand
 * alone. `NAME_SPONSOR` is for members who joined without an invitation.
 */
type Deed =
  | { who: number; act: MemberAct }
  | { who: null; act: OperatorAct }
  | { who: number; alone: 'NAME_SPONSOR' }
  | { who: null; alone: 'RUN_JOBS' };

/** A moment: that long before the story's end, or at an hour of a UTC day that many days before the end's day. */
export type When = { daysAgo: number } | { utcDaysAgo: number; hour: number };

export type Moment = { when: When } & Deed;
export type Scene = { at: Date } & Deed;

/** Where a scene is played: in a transaction, at its moment. */
export interface Stage {
  transaction: Transaction;
  services: Services;
  now: Date;
  players: Players;
}

/** The members who have joined so far, by index in the cast. */
type Players = Map<number, Member>;

export async function gatherPlayers(database: Queryable): Promise<Players> {
  const addresses = cast.map(({ address }) => address);
  const joined = await database.select().from(member).where(inArray(member.address, addresses));
  return new Map(joined.map((player) => [addresses.indexOf(player.address), player]));
}

export function playerOf(players: Players, who: number): Member {
  const player = players.get(who);
  if (player === undefined) throw new Error(`member ${who} of the cast acts before joining`);
  return player;
}

export function availableTo(transaction: Transaction, memberId: string, token: Token): Promise<bigint> {
  return accountBalance(transaction, memberAccount('AVAILABLE', memberId), token);
}
