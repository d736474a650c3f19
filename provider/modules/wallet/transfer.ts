import { v7 } from 'uuid';
import { toDecimalString } from '../../../src/lib/amount.ts';
import { type contract } from '../../../src/lib/api/contract/contract.ts';
import { type BodyOf } from '../../../src/lib/api/contract/define-call.ts';
import { type TransactionRow } from '../../../src/lib/api/contract/transaction.ts';
import { type Transaction } from '../../db/database.ts';
import { type CallContext } from '../../http/call-context.ts';
import { handleOnce } from '../../http/idempotency/handle-once.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, pooledAccount } from '../../ledger/account.ts';
import { type Entry } from '../../ledger/plan-postings.ts';
import { postPayout, preparePayout } from '../../payouts/request-payout.ts';
import { type VaultHolding } from '../../payouts/read-vault.ts';
import { type Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { requireSigned } from '../intent/require-signed.ts';
import { useIntent } from '../intent/use-intent.ts';
import { findRecipient, type Recipient, validateRecipientName } from './find-recipient.ts';
import { postPayment } from './post-payment.ts';
import { readTokenAmount } from './read-token-amount.ts';
import { requireWithinBounds } from './require-within-bounds.ts';
import { readTransferFeeRate, transferFee } from './transfer-fee.ts';

type Definition = (typeof contract)['walletTransfer'];
type Body = BodyOf<Definition>;

type Prepared = { to: 'MEMBER'; recipient: Recipient } | { to: 'CHAIN'; holding: VaultHolding };

/** POST /wallet/transfer: what the member's wallet signed, and nothing else, moves to another member, or to the member's own address on the chain. */
export const transfer = handleOnce<Definition, Prepared>({
  validate: ({ body }) => {
    readAmounts(body);
    validateRecipientName(body.to);
  },
  prepare: async (context) =>
    context.body.destination === 'CHAIN'
      ? { to: 'CHAIN', holding: await preparePayout(context) }
      : { to: 'MEMBER', recipient: await prepare(context) },
  claim: ({ transaction, session, body }) =>
    useIntent(transaction, { memberId: session.member.id, nonce: body.nonce, deadline: body.deadline }),
  handle: async ({ transaction, services, session: { member }, body }, prepared) => ({
    transaction:
      prepared.to === 'CHAIN'
        ? await postPayout(transaction, services, member, body, prepared.holding)
        : await moveToMember(transaction, services, member.id, body, prepared.recipient),
  }),
});

async function prepare({ services, session, body }: CallContext<Definition>): Promise<Recipient> {
  requireWithinBounds(body, services.economy);
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

function readAmounts({ amount, maxFee, walletType }: Pick<Body, 'amount' | 'maxFee' | 'walletType'>): {
  amountBaseUnits: bigint;
  maxFeeBaseUnits: bigint;
} {
  return {
    amountBaseUnits: readTokenAmount(amount, walletType, 'amount'),
    maxFeeBaseUnits: readTokenAmount(maxFee, walletType, 'maxFee'),
  };
}
