import { toDecimalString } from '../amount.ts';
import { TermsChanged } from '../action/terms-changed.ts';
import type { walletTransferTerms } from '../api/contract/transfer.ts';
import type { DataOf } from '../api/contract/define-call.ts';
import type { TransferIntent } from '../api/contract/transfer-intent.ts';
import { sameAddress } from '../chain/wallets/read-answer.ts';
import { isOwnIntent } from './sign-transfer.ts';
import { signedForSeconds } from './signed-for-seconds.ts';
import type { TransferOrder } from './transfer-order.ts';

interface Signing {
  from: TransferIntent['from'];
  siteOrigin: string;
  chainId: number;
  now: Date;
}

/**
 * Composes the data for the wallet to sign, by the terms read just before. Throws TermsChanged if the recipient isn't the reviewed one any more, or if the
 * provider asks for a signature over anything but this site's own transfers.
 */
export function intendTransfer(
  { destination, walletType, amount, fee, remark, recipient }: TransferOrder,
  terms: Pick<DataOf<typeof walletTransferTerms>, 'recipient' | 'intent'>,
  { from, siteOrigin, chainId, now }: Signing,
): TransferIntent {
  const isSame = terms.recipient?.id === recipient.id && sameAddress(terms.recipient.address, recipient.address);
  if (!isSame || !isOwnIntent(terms.intent, siteOrigin, chainId)) throw new TermsChanged();
  const { nonce, maxDeadlineSeconds } = terms.intent;
  return {
    destination,
    walletType,
    amount: toDecimalString(amount),
    maxFee: toDecimalString(fee),
    nonce,
    deadline: Math.floor(now.getTime() / 1000) + signedForSeconds(maxDeadlineSeconds),
    from,
    recipientId: recipient.id,
    recipientAddress: recipient.address,
    remark: remark === '' ? undefined : remark,
  };
}
