import type { Pool, PoolClient } from 'pg';
import type { Hex } from 'viem';

import type { AccountKind, Token, TransactionKind } from './account.ts';
import { LedgerRefusal, type RefusalCode, type RefusedPart } from './ledger-refusal.ts';
import { type Entry, planPostings } from './plan-postings.ts';

export type NewTransaction = {
  /** UUIDv7, created and stored by the caller before the first attempt, so that posting again changes nothing. */
  id: string;
  kind: TransactionKind;
  entries: readonly Entry[];
  occurredAt: Date;
  remark?: string | undefined;
  chainHash?: Hex | undefined;
};

/** `REPEATED`: it was already posted with the same content. */
export type Posted = { outcome: 'POSTED' | 'REPEATED'; hash: Hex };

export type LedgerCall = NewTransaction &
  ({ phase: 'SINGLE' | 'PENDING' } | { phase: 'SETTLE' | 'VOID'; /** Id of the pending transaction. */ resolves: string });

type Answer = {
  outcome: Posted['outcome'] | RefusalCode;
  posted_hash: Buffer | null;
  refused_kind: AccountKind | null;
  refused_token: Token | null;
  refused_owner: string | null;
  refused_balance: string | null;
};

const CALL = `select * from ledger_post($1, $2, $3, $4, $5, $6, $7, $8::text[]::ledger_account_kind[], $9::text[]::ledger_token[], $10, $11, $12)`;

/** The only way to post: calls the database function `ledger_post` as a prepared statement. */
export async function callLedger(client: Pool | PoolClient, call: LedgerCall): Promise<Posted> {
  const { rows } = await client.query<Answer>({ name: 'ledger_post', text: CALL, values: ledgerArguments(call) });
  return readAnswer(call.id, rows[0]);
}

/** The arguments of `ledger_post` in order. */
export function ledgerArguments(call: LedgerCall): unknown[] {
  const postings = planPostings(call.entries);
  return [
    call.id,
    call.kind,
    call.phase,
    'resolves' in call ? call.resolves : null,
    call.occurredAt.toISOString(),
    call.remark ?? null,
    call.chainHash === undefined ? null : Buffer.from(call.chainHash.slice(2), 'hex'),
    postings.map(({ account }) => account.kind),
    postings.map(({ token }) => token),
    postings.map(({ account }) => account.ownerId),
    postings.map(({ amountBaseUnits }) => amountBaseUnits.toString()),
    postings.map(({ feeBaseUnits }) => feeBaseUnits.toString()),
  ];
}

function readAnswer(id: string, answer: Answer | undefined): Posted {
  if (answer === undefined) throw new Error('ledger_post answered nothing');
  const { outcome, posted_hash: hash } = answer;
  if (outcome !== 'POSTED' && outcome !== 'REPEATED') throw new LedgerRefusal(outcome, id, readRefusedPart(answer));
  if (hash === null) throw new Error('ledger_post gave no hash');
  return { outcome, hash: `0x${hash.toString('hex')}` };
}

function readRefusedPart(answer: Answer): RefusedPart | undefined {
  const { refused_kind: kind, refused_token: token, refused_owner: ownerId, refused_balance: balance } = answer;
  if (kind === null || token === null || ownerId === null) return undefined;
  return { account: { kind, ownerId }, token, balanceBaseUnits: BigInt(balance ?? '0') };
}
