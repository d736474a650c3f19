import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { ErrorCode } from '../../../src/lib/api/contract/error-codes.ts';
import type { SentTransaction } from '../../../src/lib/api/contract/transaction.ts';
import { beginCommitLater, retryConflicts } from '../../db/in-transaction.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { gather, toError, WRITES_AT_A_TIME } from '../../db/gather.ts';
import { sqlState } from '../../db/sql-state.ts';
import { type CallContext, handleOnce, type Keep } from '../../http/handler.ts';
import { Refusal } from '../../http/refusal.ts';
import { inColumns, planCall, type PlannedCall } from '../../ledger/post.ts';
import type { Services } from '../../provider-services.ts';
import { inTokens } from '../../token-amounts.ts';
import { requireSigned } from '../intent/require-signed.ts';
import { type Intent, intentArguments, useIntent } from '../intent/spend.ts';
import { countLookUp, type LookUp } from '../look-ups/count-look-up.ts';
import { findRecipientAndPoints, type Recipient, validateRecipientName } from './find-recipient.ts';
import { planTransfer, type TransferPlan } from './plan-transfer.ts';
import { postPayment } from './post-payment.ts';
import { readTransferFeeRate, readTransferOrder, requireWithinBounds, transferFeeRate, type TransferOrder } from './read-transfer-terms.ts';
import { type Definition, postPayout, type PreparedPayout, preparePayout } from './request-payout.ts';

type Prepared = ToMember | ({ to: 'CHAIN' } & PreparedPayout);

interface ToMember {
  to: 'MEMBER';
  order: TransferOrder;
  recipient: Recipient;
  /** With the discount of the sender's points. Points are never deducted, so the fee can only fall until the transfer is done. */
  feeRate: number;
}

/** POST /wallet/transfer: moves exactly what the member's wallet signed to another member, or to the member's own address on the chain. */
export const transfer = handleOnce<Definition, Prepared>({
  validate: ({ body }) => {
    readTransferOrder(body);
    validateRecipientName(body.to);
  },
  prepare: async (context) => {
    const order = readTransferOrder(context.body);
    return context.body.destination === 'CHAIN'
      ? { to: 'CHAIN', ...(await preparePayout(context, order)) }
      : prepareToMember(context, order);
  },
  atOnce: async (context, prepared, keep) => (prepared.to === 'CHAIN' ? undefined : moveAtOnce(context, prepared, keep)),
  claim: ({ transaction, session, body }) =>
    useIntent(transaction, { memberId: session.member.id, nonce: body.nonce, deadline: body.deadline }),
  handle: async ({ transaction, services, session: { member } }, prepared) => ({
    transaction:
      prepared.to === 'CHAIN'
        ? await postPayout(transaction, services, member, prepared)
        : await moveToMember(transaction, services, member.id, prepared),
  }),
});

async function prepareToMember({ services, session, body, client }: CallContext<Definition>, order: TransferOrder): Promise<ToMember> {
  requireWithinBounds(order, services.economy);
  // A failed attempt reveals whether somebody is a member, just as a look-up does, so it counts against the same limit.
  const looker = { memberId: session.member.id, client };
  const counting = (code: ErrorCode, lookUp: LookUp) => async (error: unknown) => {
    if (error instanceof Refusal && error.code === code) await countLookUp(services, looker, lookUp);
    throw error;
  };
  const { recipient, points } = await findRecipientAndPoints(services.database, body.to, {
    senderId: session.member.id,
    now: services.clock(),
  }).catch(counting('RECIPIENT_UNKNOWN', { kind: 'NAME', name: body.to }));
  if (recipient.id === session.member.id) throw new Refusal('TRANSFER_TO_SELF');
  const { destination, walletType, amount, maxFee, remark, nonce, deadline, signature } = body;
  await requireSigned(services, {
    from: session.member.address,
    destination,
    recipientId: recipient.id,
    recipientAddress: recipient.address,
    walletType,
    amount,
    maxFee,
    remark,
    nonce,
    deadline,
    signature,
  }).catch(counting('SIGNATURE_INVALID', { kind: 'MEMBER', id: recipient.id }));
  return { to: 'MEMBER', order, recipient, feeRate: transferFeeRate(services.economy, points) };
}

async function moveAtOnce(
  { services, session: { member }, body, idempotencyKey: key }: CallContext<Definition>,
  { order, recipient, feeRate }: ToMember,
  keep: Keep,
): Promise<SentDataOf<Definition> | undefined> {
  const plan = planTransfer(order, { senderId: member.id, recipientId: recipient.id, feeRate, now: services.clock() });
  if (plan.isFeeTooHigh) return undefined;
  const intent = { memberId: member.id, nonce: body.nonce, deadline: body.deadline };
  return transferAtOnce(services.database, {
    plan,
    recipient,
    intent,
    key,
    keep,
    termsNumber: services.termsNumber,
  });
}

/** Carries out a verified intent to pay another member. Reads the sender's points again for the fee: they may have grown since the preparation. */
export async function moveToMember(
  transaction: Transaction,
  { economy, clock }: Pick<Services, 'economy' | 'clock'>,
  senderId: string,
  { order, recipient }: Pick<ToMember, 'order' | 'recipient'>,
): Promise<SentTransaction> {
  const now = clock();
  const feeRate = await readTransferFeeRate(transaction, economy, senderId, now);
  const { isFeeTooHigh, feeBaseUnits, payment } = planTransfer(order, { senderId, recipientId: recipient.id, feeRate, now });
  if (isFeeTooHigh) throw new Refusal('FEE_CHANGED', { detail: { fee: inTokens(feeBaseUnits, order.token) } });
  return postPayment(transaction, payment, { memberId: senderId, counterparty: recipient });
}

type Answer = SentDataOf<(typeof contract)['walletTransfer']>;

export interface TransferAtOnce {
  plan: TransferPlan;
  recipient: Recipient;
  intent: Intent;
  key: string;
  keep: Keep;
  /** The terms that the fee was computed with; if others have taken effect, nothing is written. */
  termsNumber: number;
}

const CALL = `
  select place, given from wallet_transfer_many(
    $1::int[], $2::uuid[], $3::uuid[], $4::bytea[], $5::timestamptz[], $6::bytea[], $7::timestamptz[], $8::text[]::jsonb[], $9::numeric[],
    $10::uuid[], $11::timestamptz[], $12::text[], $13::int[], $14::text[]::ledger_account_kind[], $15::text[]::ledger_token[], $16::uuid[], $17::numeric[], $18::numeric[])`;

/** Somebody else's transaction holds one of the accounts. */
const LOCKED = '55P03';

interface Waiting extends PlannedCall {
  /** Throws if the caller has been answered while it waited for its turn: then nothing may be written for it any more. */
  begin: () => void;
}

const transferTogether = gather<Waiting, Answer | undefined>(
  async ({ $client: pool }, waiting) => {
    const late = waiting.map(({ begin }) => whatItThrows(begin));
    const asked = waiting.filter((_, index) => late[index] === undefined);
    if (asked.length === 0) return late;
    const { rows } = await retryConflicts(() =>
      pool.query<{ place: number; given: Answer }>({ name: 'wallet_transfer_many', text: CALL, values: inColumns(asked) }),
    ).catch((error: unknown) => {
      if (asked.length > 1 || sqlState(error) !== LOCKED) throw error;
      return { rows: [] };
    });
    const given = new Map(rows.map((row) => [asked[row.place - 1], row.given]));
    return waiting.map((each, index) => late[index] ?? given.get(each));
  },
  { atATime: WRITES_AT_A_TIME },
);

/**
 * The fast path of a transfer: it and those of concurrent callers go together, in one self-committing statement that consumes the intents, posts, and stores
 * the responses. Undefined if nothing was written for this one. If the connection breaks, the outcome is unknown, and the idempotency key resolves it.
 */
export async function transferAtOnce(
  database: Database,
  { plan, recipient, intent, key, keep, termsNumber }: TransferAtOnce,
): Promise<Answer | undefined> {
  const { payment, token } = plan;
  const [memberId, nonce, deadline] = intentArguments(intent);
  const { postings } = planCall({ ...payment, phase: 'SINGLE' });
  const kept = [key, keep.fingerprint, keep.now.toISOString()];
  const shown = [answerBeforePosting(plan, recipient), inTokens(1n, token)];
  const posted = [payment.id, payment.occurredAt.toISOString(), payment.remark ?? null];
  return transferTogether(database, {
    begin: beginCommitLater(),
    values: [termsNumber, memberId, ...kept, nonce, deadline, ...shown, ...posted],
    postings,
  });
}

function whatItThrows(run: () => void): Error | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return toError(error);
  }
}

/** In the format of `presentTransactions`, except for what only the posting knows. */
function answerBeforePosting({ token, payment, amountBaseUnits, feeBaseUnits }: TransferPlan, { uid, username }: Recipient): string {
  const transaction: Omit<SentTransaction, 'hash' | 'status' | 'createdAt' | 'balanceAfter'> = {
    id: payment.id,
    kind: payment.kind,
    walletType: token,
    amount: inTokens(amountBaseUnits, token),
    direction: 'OUT',
    fee: inTokens(feeBaseUnits, token),
    counterparty: { uid, username },
    ...(payment.remark === undefined ? {} : { remark: payment.remark }),
  };
  return JSON.stringify({ transaction });
}
