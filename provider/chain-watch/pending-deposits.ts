import { sql } from 'drizzle-orm';
import { type Address, bytesToHex, type Hex } from 'viem';

import { type Queryable } from '../db/database.ts';
import { type Token } from '../ledger/account.ts';
import { confirmationsOf } from './confirmations.ts';

export interface PendingDeposit {
  hash: Hex;
  token: Token;
  amountBaseUnits: bigint;
  confirmations: bigint;
}

/** What a member has sent to the vault from their address and is not credited yet, the latest first. */
export async function pendingDeposits(db: Queryable, vault: Address, memberId: string): Promise<PendingDeposit[]> {
  const { rows } = await db.execute<{ tx_hash: Buffer; token: Token; amount: string; block_number: string; head_number: string }>(sql`
    select d.tx_hash, d.token, d.amount, d.block_number, w.head_number from deposit d join chain_watch w using (chain_id, vault)
     where d.sender = (select address from member where id = ${memberId}) and d.state = 'SEEN' and d.vault = ${vault} and d.block_number is not null
     order by d.block_number desc, d.log_index desc limit ${MOST_SHOWN}`);
  return rows.map(({ tx_hash, token, amount, block_number, head_number }) => ({
    hash: bytesToHex(tx_hash),
    token,
    amountBaseUnits: BigInt(amount),
    confirmations: confirmationsOf(BigInt(block_number), BigInt(head_number)),
  }));
}

const MOST_SHOWN = 100;
