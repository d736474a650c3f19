import { inArray } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../db/database.ts';
import { memberAccount, type Token } from '../../ledger/account.ts';
import { accountBalance } from '../../ledger/balances.ts';
import { type Member, member } from '../../modules/account/schema.ts';
import type { Services } from '../../provider-services.ts';
import { cast } from './cast.ts';

/** Where a scene is played: in a transaction, at its moment. */
export interface Stage {
  transaction: Transaction;
  services: Services;
  now: Date;
  players: Players;
}

/** The members who have joined so far, by index in the cast. */
export type Players = Map<number, Member>;

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
