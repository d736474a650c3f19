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

/** A member's available balance right after a transaction, and that transaction's time in its history. */
export type WalletAfter = { ownerId: string; token: Token; balanceBaseUnits: bigint; at: Date };

export type PostedWithWallets = Posted & { wallets: readonly WalletAfter[] };

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

type AnswerInBatch = Answer & { wallets: readonly { owner: string; token: Token; balance: string; at: number }[] | null };

const CALL = `select * from ledger_post($1, $2, $3, $4, $5, $6, $7, $8::text[]::ledger_account_kind[], $9::text[]::ledger_token[], $10, $11, $12)`;

const CALL_MANY = `
  select * from ledger_post_many($1::uuid[], $2::text[]::ledger_kind[], $3::text[]::ledger_phase[], $4::uuid[], $5::timestamptz[], $6::text[], $7::bytea[],
                                 $8::int[], $9::text[]::ledger_account_kind[], $10::text[]::ledger_token[], $11::uuid[], $12::numeric[], $13::numeric[])`;

/** Calls the database function `ledger_post` as a prepared statement. */
export async function callLedger(client: Pool | PoolClient, call: LedgerCall): Promise<Posted> {
  const { rows } = await client.query<Answer>({ name: 'ledger_post', text: CALL, values: ledgerArguments(call) });
  return readAnswer(call.id, rows[0]);
}

/** The same for several transactions in one round trip, in their order. Throws the first refusal; what came before it is posted, for the caller to undo. */
export async function callLedgerForMany(client: PoolClient, calls: readonly LedgerCall[]): Promise<PostedWithWallets[]> {
  const planned = calls.map(ledgerArguments);
  const of = (index: number): unknown[] => planned.map((values) => values[index]);
  const flat = (index: number): unknown[] => planned.flatMap((values) => values[index]);
  const sizes = planned.map((values) => (values[FIRST_ARRAY] as readonly unknown[]).length);
  const { rows } = await client.query<AnswerInBatch>({
    name: 'ledger_post_many',
    text: CALL_MANY,
    values: [of(0), of(1), of(2), of(3), of(4), of(5), of(6), sizes, flat(7), flat(8), flat(9), flat(10), flat(11)],
  });
  return calls.map(({ id }, index) => {
    const row = rows[index];
    const posted = readAnswer(id, row);
    const wallets = (row?.wallets ?? []).map(({ owner, token, balance, at }) => ({
      ownerId: owner,
      token,
      balanceBaseUnits: BigInt(balance),
      at: new Date(at),
    }));
    return { ...posted, wallets };
  });
}

const FIRST_ARRAY = 7;

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
  if (answer === undefined) throw new Error('the ledger answered nothing');
  const { outcome, posted_hash: hash } = answer;
  if (outcome !== 'POSTED' && outcome !== 'REPEATED') throw new LedgerRefusal(outcome, id, readRefusedPart(answer));
  if (hash === null) throw new Error('the ledger gave no hash');
  return { outcome, hash: `0x${hash.toString('hex')}` };
}

function readRefusedPart(answer: Answer): RefusedPart | undefined {
  const { refused_kind: kind, refused_token: token, refused_owner: ownerId, refused_balance: balance } = answer;
  if (kind === null || token === null || ownerId === null) return undefined;
  return { account: { kind, ownerId }, token, balanceBaseUnits: BigInt(balance ?? '0') };
}
