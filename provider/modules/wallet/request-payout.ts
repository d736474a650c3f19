import { v7 } from 'uuid';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { SentTransaction } from '../../../src/lib/api/contract/transaction.ts';
import type { Transaction } from '../../db/database.ts';
import type { CallContext } from '../../http/handler.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, promiseAccount, type Token } from '../../ledger/account.ts';
import { postPending } from '../../ledger/post.ts';
import { findTransactionLine } from '../../ledger/transactions.ts';
import {
  readDailyLeft,
  readFreeInVault,
  readVaultHolding,
  shareOfLimit,
  takeTurnAtVault,
  type VaultHolding,
} from '../../payouts/payout-terms.ts';
import { chainOrder } from '../../payouts/schema.ts';
import { currentPrices, USD_DECIMALS } from '../../price/read-price.ts';
import type { Services } from '../../provider-services.ts';
import { fromTokens, inTokens } from '../../token-amounts.ts';
import { lockMember } from '../account/member.ts';
import type { Member } from '../account/schema.ts';
import { requireSigned } from '../intent/require-signed.ts';
import { isNameOf } from './find-recipient.ts';
import { explainRefusal, presentTransactions } from './post-payment.ts';
import { requireWithinBounds, type TransferOrder } from './read-transfer-terms.ts';

export type Definition = (typeof contract)['walletTransfer'];

export interface PreparedPayout {
  order: TransferOrder;
  holding: VaultHolding;
}

/** Does what needs more than the database, before anything is written: verifies the signature and reads the vault's holding. */
export async function preparePayout({ services, session, body }: CallContext<Definition>, order: TransferOrder): Promise<PreparedPayout> {
  const { member } = session;
  if (services.vault === null) throw new Refusal('VAULT_LOW');
  requireWithinBounds(order, services.economy);
  // Refused without a look-up, so that the refusal doesn't reveal whether there is such a member.
  if (!isNameOf(member, body.to)) throw new Refusal('RECIPIENT_UNKNOWN', { detail: { reason: 'NOT_OWN_ADDRESS' } });
  const { destination, walletType, amount, maxFee, remark, nonce, deadline, signature } = body;
  await requireSigned(services, {
    ...{ destination, walletType, amount, maxFee, remark, nonce, deadline, signature },
    from: member.address,
    recipientId: member.id,
    recipientAddress: member.address,
  });
  const holding = await readVaultHolding(services, body.walletType);
  if (holding === null) throw new Refusal('VAULT_LOW');
  return { order, holding };
}

/**
 * Takes amount and fee from the member and orders the payout from the vault in one transaction, so that neither exists without the other.
 * Waits for its turn at the vault last, so that no other payout waits there for a member's wallet.
 */
export async function postPayout(
  transaction: Transaction,
  services: Pick<Services, 'economy' | 'clock' | 'prices'>,
  member: Pick<Member, 'id' | 'address'>,
  { order, holding }: PreparedPayout,
): Promise<SentTransaction> {
  const { token, amountBaseUnits: amount, remark } = order;
  const now = services.clock();
  const fee = readFee(order, services);
  await lockMember(transaction, member.id);
  const usd = await requireWithinLimit(transaction, services, member.id, { token, amount, now });
  const id = v7({ msecs: now.getTime() });
  await takeFromMember(transaction, member.id, { id, token, amount, fee, now, remark });
  await takeTurnAtVault(transaction, token);
  await requireInVault(transaction, holding, token, amount);
  await transaction.insert(chainOrder).values({
    id,
    kind: 'PAYOUT',
    reference: `payout:${id}`,
    memberId: member.id,
    token,
    recipient: member.address,
    amount,
    fee,
    usd,
    fromBlock: holding.atBlock,
    createdAt: now,
  });
  const line = await findTransactionLine(transaction, { memberId: member.id, transactionId: id });
  const [row] = line === undefined ? [] : await presentTransactions(transaction, [line]);
  if (row === undefined) throw new Error('a payout is missing from its member’s list');
  return row;
}

/** A payout's fee doesn't depend on its amount. */
function readFee({ token, maxFeeBaseUnits }: TransferOrder, { economy }: Pick<Services, 'economy'>): bigint {
  const fee = economy.transfer.payoutFee[token];
  const feeBaseUnits = fromTokens(fee, token);
  if (feeBaseUnits > maxFeeBaseUnits) throw new Refusal('FEE_CHANGED', { detail: { fee } });
  return feeBaseUnits;
}

async function requireWithinLimit(
  transaction: Transaction,
  { economy, prices }: Pick<Services, 'economy' | 'prices'>,
  memberId: string,
  { token, amount, now }: { token: Token; amount: bigint; now: Date },
): Promise<bigint> {
  const usd = shareOfLimit(amount, token, await currentPrices(prices.within(transaction), now), economy);
  const left = await readDailyLeft(transaction, economy, memberId, now);
  if (usd > left) throw new Refusal('PAYOUT_LIMIT', { detail: { dailyLeft: toDecimalString(left, USD_DECIMALS) } });
  return usd;
}

async function takeFromMember(
  transaction: Transaction,
  memberId: string,
  { id, token, amount, fee, now, remark }: { id: string; token: Token; amount: bigint; fee: bigint; now: Date; remark: string | undefined },
): Promise<void> {
  const own = memberAccount('AVAILABLE', memberId);
  const transit = promiseAccount('PAYOUT_IN_TRANSIT', id);
  const pending = {
    id,
    kind: 'PAYOUT' as const,
    occurredAt: now,
    remark,
    entries: [
      { account: own, token, amountBaseUnits: -amount },
      { account: transit, token, amountBaseUnits: amount },
      { account: own, token, amountBaseUnits: -fee, role: 'FEE' as const },
      { account: transit, token, amountBaseUnits: fee, role: 'FEE' as const },
    ],
  };
  try {
    await postPending(transaction, pending);
  } catch (error) {
    throw explainRefusal(error, memberId);
  }
}

async function requireInVault(transaction: Transaction, holding: VaultHolding, token: Token, amount: bigint): Promise<void> {
  const free = await readFreeInVault(transaction, holding, token);
  if (amount > free) {
    const maxAmount = inTokens(free > 0n ? free : 0n, token);
    throw new Refusal('VAULT_LOW', { detail: { walletType: token, maxAmount } });
  }
}
