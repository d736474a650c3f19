import { v7 } from 'uuid';
import { fromDecimalString, toDecimalString } from '../../../src/lib/amount.ts';
import { type contract } from '../../../src/lib/api/contract/contract.ts';
import { type BodyOf } from '../../../src/lib/api/contract/define-call.ts';
import { type TransactionRow } from '../../../src/lib/api/contract/transaction.ts';
import { type Transaction } from '../../db/database.ts';
import { type CallContext } from '../../http/call-context.ts';
import { handleOnce } from '../../http/idempotency/handle-once.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, pooledAccount } from '../../ledger/account.ts';
import { type Entry } from '../../ledger/plan-postings.ts';
import { type Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { requireSigned } from '../intent/require-signed.ts';
import { useIntent } from '../intent/use-intent.ts';
import { findRecipient, type Recipient, validateRecipientName } from './find-recipient.ts';
import { postPayment } from './post-payment.ts';
import { readTokenAmount } from './read-token-amount.ts';
import { readTransferFeeRate, transferFee } from './transfer-fee.ts';

type Definition = (typeof contract)['walletTransfer'];
type Body = BodyOf<Definition>;

/** POST /wallet/transfer: what the member's wallet signed, and nothing else, moves to another member. */
export const transfer = handleOnce<Definition, Recipient>({
  validate: ({ body }) => {
    readAmounts(body);
    validateRecipientName(body.to);
  },
  prepare,
  claim: ({ transaction, session, body }) =>
    useIntent(transaction, { memberId: session.member.id, nonce: body.nonce, deadline: body.deadline }),
  handle: async ({ transaction, services, session, body }, recipient) => ({
    transaction: await moveToMember(transaction, services, session.member.id, body, recipient),
  }),
});

async function prepare({ services, session, body }: CallContext<Definition>): Promise<Recipient> {
  // There is no vault to pay out from yet.
  if (body.destination === 'CHAIN') throw new Refusal('VAULT_LOW');
  requireWithinLimits(body, services.economy.transfer);
  const recipient = await findRecipient(services.database, body.to);
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
  });
  return recipient;
}

/** What was signed, once it is known to be: to another member, with the fee that the sender's points leave. */
export async function moveToMember(
  transaction: Transaction,
  { economy, clock }: Pick<Services, 'economy' | 'clock'>,
  senderId: string,
  order: Pick<Body, 'walletType' | 'amount' | 'maxFee' | 'remark'>,
  recipient: Recipient,
): Promise<TransactionRow> {
  const { walletType: token, remark } = order;
  const { amountBaseUnits, maxFeeBaseUnits } = readAmounts(order);
  const now = clock();
  const feeBaseUnits = transferFee(amountBaseUnits, await readTransferFeeRate(transaction, economy, senderId, now));
  if (feeBaseUnits > maxFeeBaseUnits) {
    throw new Refusal('FEE_CHANGED', { detail: { fee: toDecimalString(feeBaseUnits, tokenDecimals[token]) } });
  }
  const from = memberAccount('AVAILABLE', senderId);
  const entries: Entry[] = [
    { account: from, token, amountBaseUnits: -amountBaseUnits },
    { account: memberAccount('AVAILABLE', recipient.id), token, amountBaseUnits },
    { account: from, token, amountBaseUnits: -feeBaseUnits, role: 'FEE' },
    { account: pooledAccount('FEES'), token, amountBaseUnits: feeBaseUnits, role: 'FEE' },
  ];
  const payment = {
    id: v7({ msecs: now.getTime() }),
    kind: 'TRANSFER' as const,
    entries,
    occurredAt: now,
    remark: remark === '' ? undefined : remark,
  };
  return postPayment(transaction, payment, { memberId: senderId, counterparty: recipient });
}

function requireWithinLimits(body: Body, { minimum, maximum }: { minimum: string; maximum: string }): void {
  const { amountBaseUnits } = readAmounts(body);
  const decimals = tokenDecimals[body.walletType];
  if (amountBaseUnits < fromDecimalString(minimum, decimals)) throw new Refusal('BELOW_MINIMUM', { detail: { minAmount: minimum } });
  if (amountBaseUnits > fromDecimalString(maximum, decimals)) throw new Refusal('ABOVE_MAXIMUM', { detail: { maxAmount: maximum } });
}

function readAmounts({ amount, maxFee, walletType }: Pick<Body, 'amount' | 'maxFee' | 'walletType'>): {
  amountBaseUnits: bigint;
  maxFeeBaseUnits: bigint;
} {
  return {
    amountBaseUnits: readTokenAmount(amount, walletType, 'amount'),
    maxFeeBaseUnits: readTokenAmount(maxFee, walletType, 'maxFee'),
  };
}
