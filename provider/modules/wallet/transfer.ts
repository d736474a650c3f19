import { toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { ErrorCode } from '../../../src/lib/api/contract/error-codes.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { TransactionRow } from '../../../src/lib/api/contract/transaction.ts';
import type { Transaction } from '../../db/database.ts';
import { type CallContext, handleOnce, type Keep } from '../../http/handler.ts';
import { Refusal } from '../../http/refusal.ts';
import { postPayout, type PreparedPayout, preparePayout } from './request-payout.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { requireSigned } from '../intent/require-signed.ts';
import { useIntent } from '../intent/use-intent.ts';
import { countLookUp, type LookUp } from '../look-ups/count-look-up.ts';
import { findRecipientAndPoints, type Recipient, validateRecipientName } from './find-recipient.ts';
import { planTransfer } from './plan-transfer.ts';
import { postPayment } from './post-payment.ts';
import { readTransferOrder, type TransferOrder } from './read-transfer-order.ts';
import { requireWithinBounds } from './require-within-bounds.ts';
import { transferAtOnce } from './transfer-at-once.ts';
import { readTransferFeeRate, transferFeeRate } from './transfer-fee-rate.ts';

type Definition = (typeof contract)['walletTransfer'];

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
): Promise<DataOf<Definition> | undefined> {
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
): Promise<TransactionRow> {
  const now = clock();
  const feeRate = await readTransferFeeRate(transaction, economy, senderId, now);
  const { isFeeTooHigh, feeBaseUnits, payment } = planTransfer(order, { senderId, recipientId: recipient.id, feeRate, now });
  if (isFeeTooHigh) throw new Refusal('FEE_CHANGED', { detail: { fee: toDecimalString(feeBaseUnits, tokenDecimals[order.token]) } });
  return postPayment(transaction, payment, { memberId: senderId, counterparty: recipient });
}
