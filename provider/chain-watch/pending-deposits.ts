import type { Hex } from 'viem';

import { jsonBytes } from '../db/json-bytes.ts';
import type { ReadPart } from '../db/read-together.ts';
import type { Token } from '../ledger/account.ts';
import { confirmationsOf } from '../finality.ts';

export interface PendingDeposit {
  hash: Hex;
  token: Token;
  amountBaseUnits: bigint;
  confirmations: bigint;
}

const MOST_SHOWN = 100;

type Row = { tx_hash: string; token: Token; amount: string; block_number: string; head_number: string };

/** The member's uncredited deposits to the vault from their own address, latest first. */
export const pendingDepositsPart: ReadPart<Row, PendingDeposit[]> = {
  text: `
    select d.tx_hash, d.token, d.amount::text, d.block_number::text, w.head_number::text from deposit d join chain_watch w using (chain_id, vault)
     where d.sender = (select address from member where id = asked.member_id) and d.state = 'SEEN' and d.vault = asked.vault and d.block_number is not null
     order by d.block_number desc, d.log_index desc limit ${MOST_SHOWN}`,
  read: (rows) =>
    rows.map(({ tx_hash, token, amount, block_number, head_number }) => ({
      hash: jsonBytes(tx_hash),
      token,
      amountBaseUnits: BigInt(amount),
      confirmations: confirmationsOf(BigInt(block_number), BigInt(head_number)),
    })),
};
