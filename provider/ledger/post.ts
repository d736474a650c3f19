import type { Pool, PoolClient } from 'pg';
import type { Hex } from 'viem';
import type { Database, Transaction } from '../db/database.ts';
import { gather, WRITES_AT_A_TIME } from '../db/gather.ts';
import { retryConflicts } from '../db/in-transaction.ts';
import { type Account, type AccountKind, NOBODY, pooledAccount, type Token, type TransactionKind } from './account.ts';
import { type Entry, planPostings } from './plan-postings.ts';

type RefusalCode =
  | 'INSUFFICIENT_BALANCE'
  | 'ACCOUNT_UNKNOWN'
  | 'TRANSACTION_ID_REUSED'
  | 'TRANSACTION_UNKNOWN'
  | 'NOT_PENDING'
  | 'ALREADY_SETTLED'
  | 'ALREADY_VOIDED';

type RefusedPart = { account: Account; token: Token; balanceBaseUnits: bigint };

/**
 * The ledger refused a transaction and moved nothing for it. Thrown, so that a caller who ignores it still rolls back. The database transaction
 * remains usable, so a caller who catches it may continue, unless it posted several together: the others are posted. Accounts that it named
 * are there even so, empty: who names new ones and continues needs a savepoint.
 */
export class LedgerRefusal extends Error {
  readonly code: RefusalCode;
  readonly transactionId: string;
  /** For INSUFFICIENT_BALANCE: the account and its balance. */
  readonly refused: RefusedPart | undefined;

  constructor(code: RefusalCode, transactionId: string, refused?: RefusedPart) {
    super(
      `The ledger refused transaction ${transactionId}: ${code}${refused === undefined ? '' : ` (${refused.account.kind} ${refused.token})`}`,
    );
    this.name = 'LedgerRefusal';
    this.code = code;
    this.transactionId = transactionId;
    this.refused = refused;
  }
}

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
type WalletAfter = { ownerId: string; token: Token; balanceBaseUnits: bigint; at: Date };

export type PostedWithWallets = Posted & { wallets: readonly WalletAfter[] };

type LedgerCall = NewTransaction & { phase: 'SINGLE' | 'PENDING' };

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
async function callLedger(client: Pool | PoolClient, call: LedgerCall): Promise<Posted> {
  const posted = await callLedgerAlone(client, planCall(call));
  if (posted instanceof LedgerRefusal) throw posted;
  return posted;
}

async function callLedgerAlone(client: Pool | PoolClient, { values, postings }: PlannedCall): Promise<Posted | LedgerRefusal> {
  const { rows } = await client.query<Answer>({ name: 'ledger_post', text: CALL, values: [...values, ...postings] });
  return readAnswer(String(values[0]), rows[0]);
}

/** The same for several transactions in one round trip, in their order. Each is posted or refused by itself. */
async function callLedgerForMany(
  client: Pool | PoolClient,
  planned: readonly PlannedCall[],
): Promise<(PostedWithWallets | LedgerRefusal)[]> {
  const { rows } = await client.query<AnswerInBatch>({ name: 'ledger_post_many', text: CALL_MANY, values: inColumns(planned) });
  return planned.map(({ values }, index) => {
    const row = rows[index];
    const posted = readAnswer(String(values[0]), row);
    if (posted instanceof LedgerRefusal) return posted;
    const wallets = (row?.wallets ?? []).map(({ owner, token, balance, at }) => ({
      ownerId: owner,
      token,
      balanceBaseUnits: BigInt(balance),
      at: new Date(at),
    }));
    return { ...posted, wallets };
  });
}

/** A call as the database takes it. */
export interface PlannedCall {
  values: readonly unknown[];
  /** Five arrays with a value for each posting: kinds, tokens, owners, amounts, fees. */
  postings: readonly (readonly string[])[];
}

/** `ledger_post`'s arguments in order. Throws on mistakes only a programmer can make. */
export function planCall(call: LedgerCall): PlannedCall {
  const postings = planPostings(call.entries);
  return {
    values: [
      call.id,
      call.kind,
      call.phase,
      // Only `ledger_resolve` posts what resolves another.
      null,
      call.occurredAt.toISOString(),
      call.remark ?? null,
      toBytes(call.chainHash),
    ],
    postings: [
      postings.map(({ account }) => account.kind),
      postings.map(({ token }) => token),
      postings.map(({ account }) => account.ownerId),
      postings.map(({ amountBaseUnits }) => amountBaseUnits.toString()),
      postings.map(({ feeBaseUnits }) => feeBaseUnits.toString()),
    ],
  };
}

/** Several calls as arrays: one for each of their values, how many postings are whose, and the postings one after another. */
export function inColumns(planned: readonly PlannedCall[]): unknown[] {
  const [first] = planned;
  if (first === undefined) throw new RangeError('Nothing is to be posted');
  return [
    ...first.values.map((_, column) => planned.map(({ values }) => values[column])),
    planned.map(({ postings }) => postings[0]?.length),
    ...first.postings.map((_, column) => planned.flatMap(({ postings }) => postings[column] ?? [])),
  ];
}

function readAnswer(id: string, answer: Answer | undefined): Posted | LedgerRefusal {
  if (answer === undefined) throw new Error('the ledger answered nothing');
  const { outcome, posted_hash: hash } = answer;
  if (outcome !== 'POSTED' && outcome !== 'REPEATED') return new LedgerRefusal(outcome, id, readRefusedPart(answer));
  if (hash === null) throw new Error('the ledger gave no hash');
  return { outcome, hash: `0x${hash.toString('hex')}` };
}

function readRefusedPart(answer: Answer): RefusedPart | undefined {
  const { refused_kind: kind, refused_token: token, refused_owner: ownerId, refused_balance: balance } = answer;
  if (kind === null || token === null || ownerId === null) return undefined;
  return { account: { kind, ownerId }, token, balanceBaseUnits: BigInt(balance ?? '0') };
}

/**
 * Locks accounts of members and promises in the ledger's canonical order, before several postings in one database transaction: each posting
 * sorts its own locks, but two in a row don't. Skips accounts that don't exist yet.
 */
export async function lockAccounts(tx: Transaction, accounts: readonly { account: Account; token: Token }[]): Promise<void> {
  const owned = accounts.filter(({ account }) => account.ownerId !== NOBODY);
  await tx.$client.query(`select ledger_lock($1::text[]::ledger_account_kind[], $2::text[]::ledger_token[], $3::uuid[], '{}')`, [
    owned.map(({ account }) => account.kind),
    owned.map(({ token }) => token),
    owned.map(({ account }) => account.ownerId),
  ]);
}

/**
 * Posts one transaction within the caller's database transaction, in one round trip. Throws `LedgerRefusal`, having changed nothing, if it
 * can't. Several postings in one database transaction can deadlock with others; `inTransaction` retries that, `lockAccounts` avoids it.
 */
export function postTransaction(tx: Transaction, transaction: NewTransaction): Promise<Posted> {
  return callLedger(tx.$client, { ...transaction, phase: 'SINGLE' });
}

/**
 * Posts transactions within the caller's database transaction, in their order and in one round trip. All locks are taken first and in one order, so that no
 * deadlock with other postings needs a retry. Throws a `LedgerRefusal` for the first that can't be posted: the caller must then roll back.
 */
export async function postTransactions(tx: Transaction, transactions: readonly NewTransaction[]): Promise<PostedWithWallets[]> {
  const planned = transactions.map((transaction) => planCall({ ...transaction, phase: 'SINGLE' }));
  const answers = await callLedgerForMany(tx.$client, planned);
  return answers.map((answer) => {
    if (answer instanceof LedgerRefusal) throw answer;
    return answer;
  });
}

/**
 * Posts a single transaction with nothing else to write. What concurrent callers post goes together, in one autocommitted statement (group commit); each is
 * posted or refused by itself.
 *
 * @public The ledger's interface is whole, also while no call of the product has only this to write.
 */
export async function postAlone(db: Database, transaction: NewTransaction): Promise<Posted> {
  return postTogether(db, planCall({ ...transaction, phase: 'SINGLE' }));
}

const postTogether = gather<PlannedCall, Posted>(
  ({ $client: pool }, planned) => {
    const [first, ...others] = planned;
    const isAlone = first !== undefined && others.length === 0;
    return retryConflicts(async () => (isAlone ? [await callLedgerAlone(pool, first)] : callLedgerForMany(pool, planned)));
  },
  { atATime: WRITES_AT_A_TIME },
);

/**
 * Posts a transaction that waits for the chain: its entries move the value, including the fee, into `promiseAccount('PAYOUT_IN_TRANSIT',
 * id)`. Then `settlePending` or `voidPending` resolves it, exactly once.
 */
export async function postPending(tx: Transaction, transaction: NewTransaction): Promise<Posted> {
  const waits = transaction.entries.some(
    ({ account, amountBaseUnits }) => account.ownerId === transaction.id.toLowerCase() && amountBaseUnits > 0n,
  );
  if (!waits) throw new RangeError('A pending transaction keeps its value in an account of its own id');
  return callLedger(tx.$client, { ...transaction, phase: 'PENDING' });
}

type Settlement = {
  /** The settlement's own id. */
  id: string;
  pendingId: string;
  occurredAt: Date;
  chainHash?: Hex | undefined;
  /** Destination of the value; defaults to the outside world. */
  to?: Account;
};

/** Completes a pending transaction: the value arrives and the fee is earned. Throws `LedgerRefusal` if it's already resolved. */
export function settlePending(tx: Transaction, { to = pooledAccount('OUTSIDE_WORLD'), ...settlement }: Settlement): Promise<Posted> {
  return resolvePending(tx, 'SETTLE', settlement, to);
}

/** Returns everything to where it came from, including the fee. Throws `LedgerRefusal` if it's already resolved. */
export function voidPending(tx: Transaction, voiding: Pick<Settlement, 'id' | 'pendingId' | 'occurredAt'>): Promise<Posted> {
  return resolvePending(tx, 'VOID', voiding);
}

async function resolvePending(
  tx: Transaction,
  phase: 'SETTLE' | 'VOID',
  { id, pendingId, occurredAt, chainHash }: Omit<Settlement, 'to'>,
  to?: Account,
): Promise<Posted> {
  const { rows } = await tx.$client.query<Answer>({
    name: 'ledger_resolve',
    text: 'select * from ledger_resolve($1, $2, $3, $4, $5, $6, $7, false)',
    values: [id, pendingId, phase, occurredAt.toISOString(), toBytes(chainHash), to?.kind ?? null, to?.ownerId ?? null],
  });
  const posted = readAnswer(id, rows[0]);
  if (posted instanceof LedgerRefusal) throw posted;
  return posted;
}

function toBytes(hash: Hex | undefined): Buffer | null {
  return hash === undefined ? null : Buffer.from(hash.slice(2), 'hex');
}
