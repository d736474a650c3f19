import { v7 } from 'uuid';
import { fromDecimalString, toDecimalString } from '../../../src/lib/amount.ts';
import { type contract } from '../../../src/lib/api/contract/contract.ts';
import { type BodyOf, type DataOf } from '../../../src/lib/api/contract/define-call.ts';
import { type CallContext } from '../../http/call-context.ts';
import { handleOnce, type MovingContext } from '../../http/idempotency/handle-once.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, pooledAccount } from '../../ledger/account.ts';
import { type Entry } from '../../ledger/plan-postings.ts';
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
  handle: move,
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

async function move(
  { transaction, services, session, body }: MovingContext<Definition>,
  recipient: Recipient,
): Promise<DataOf<Definition>> {
  const { economy, clock } = services;
  const { walletType: token, remark } = body;
  const { member } = session;
  const { amountBaseUnits, maxFeeBaseUnits } = readAmounts(body);
  const now = clock();
  const feeBaseUnits = transferFee(amountBaseUnits, await readTransferFeeRate(transaction, economy, member.id, now));
  if (feeBaseUnits > maxFeeBaseUnits) {
    throw new Refusal('FEE_CHANGED', { detail: { fee: toDecimalString(feeBaseUnits, tokenDecimals[token]) } });
  }
  const from = memberAccount('AVAILABLE', member.id);
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
  return { transaction: await postPayment(transaction, payment, { memberId: member.id, counterparty: recipient }) };
}

function requireWithinLimits(body: Body, { minimum, maximum }: { minimum: string; maximum: string }): void {
  const { amountBaseUnits } = readAmounts(body);
  const decimals = tokenDecimals[body.walletType];
  if (amountBaseUnits < fromDecimalString(minimum, decimals)) throw new Refusal('BELOW_MINIMUM', { detail: { minAmount: minimum } });
  if (amountBaseUnits > fromDecimalString(maximum, decimals)) throw new Refusal('ABOVE_MAXIMUM', { detail: { maxAmount: maximum } });
}

function readAmounts({ amount, maxFee, walletType }: Body): { amountBaseUnits: bigint; maxFeeBaseUnits: bigint } {
  return {
    amountBaseUnits: readTokenAmount(amount, walletType, 'amount'),
    maxFeeBaseUnits: readTokenAmount(maxFee, walletType, 'maxFee'),
  };
}
