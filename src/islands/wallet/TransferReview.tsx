import { useState } from 'react';
import { formatAmount, toDecimalString } from '../../lib/amount.ts';
import { formatMinutes, formatRate } from '../../lib/format-terms.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { wordsOfTransfer } from '../../lib/api/contract/transfer-words.ts';
import { shortenAmount } from '../../lib/shown-amount.ts';
import { isolate } from '../../lib/isolate.ts';
import { findLookAlike, knownAddresses, RecipientCard } from './RecipientField.tsx';
import { signedForSeconds } from '../../lib/transfer/signed-for-seconds.ts';
import type { TransferOrder } from '../../lib/transfer/transfer-order.ts';
import type { Recipient, TransferTerms } from '../../stores/transfer.ts';
import { type ReviewLeg, ReviewSheet } from '../action/ReviewSheet.tsx';
import { Notice } from '../action/Notice.tsx';
import { Figure } from '../figures/Figure.tsx';
import { useLocale, useTexts } from '../root/island.ts';

interface TransferReviewProps {
  order: TransferOrder;
  terms: TransferTerms | null;
  self: Recipient | null;
}

export function TransferReview({ order, terms, self }: TransferReviewProps) {
  const { transfer } = useTexts('wallet');
  const { review } = useTexts('action');
  const locale = useLocale();
  const [isCompared, setCompared] = useState(false);
  const { amount, fee } = order;
  const after = terms ? terms.available - amount - fee : null;
  const toMember = order.destination === 'MEMBER';
  const lookAlike = toMember
    ? findLookAlike(order.recipient.address, knownAddresses(terms?.recentRecipients ?? [], self, order.recipient))
    : undefined;
  const figure = (value: bigint) => <Figure isExact value={value} unit={order.walletType} />;
  const worthOf = (value: bigint): ReviewLeg['worth'] =>
    order.walletType === 'USDT' ? undefined : { amount: value, token: order.walletType };
  const names = {
    amount: formatAmount(shortenAmount(amount), { locale }),
    token: order.walletType,
    name: isolate(order.recipient.username),
  };
  return (
    <ReviewSheet
      leaves={{ figure: figure(amount + fee), worth: worthOf(amount + fee), note: transfer.withFee }}
      arrives={{
        figure: figure(amount),
        worth: worthOf(amount),
        note: toMember ? interpolate(transfer.toMember, names) : transfer.toChain,
      }}
      lines={[
        {
          name: toMember ? interpolate(transfer.feeRate, { rate: formatRate(terms?.feeRate ?? 0, locale) }) : transfer.flatFee,
          value: figure(fee),
        },
        ...(order.remark === '' ? [] : [{ name: transfer.remark, value: <bdi translate="no">{order.remark}</bdi> }]),
        ...(terms
          ? [
              {
                name: transfer.validFor,
                value: interpolate(transfer.minutes, {
                  time: formatMinutes(signedForSeconds(terms.intent.maxDeadlineSeconds) / 60, locale),
                }),
              },
            ]
          : []),
      ]}
      after={{ name: interpolate(review.afterwards, { token: order.walletType }), value: after === null ? null : figure(after) }}
      act={interpolate(toMember ? transfer.send : transfer.payOut, names)}
      // The terms include the known addresses that the recipient could be mistaken for.
      canConfirm={terms !== null && (lookAlike === undefined || isCompared)}
    >
      <RecipientCard isWhole recipient={order.recipient} lookAlike={lookAlike} />
      {lookAlike && (
        <label className="check">
          <input type="checkbox" checked={isCompared} onChange={(event) => setCompared(event.target.checked)} />
          <span>{transfer.compared}</span>
        </label>
      )}
      <p>{interpolate(transfer.signShows, { words: wordsOfOrder(order) })}</p>
      <Notice kind="info" text={transfer.signNote} />
      {!toMember && order.walletType === 'JU' && <Notice kind="info" text={transfer.refusedNote} />}
    </ReviewSheet>
  );
}

function wordsOfOrder({ destination, walletType, amount, fee }: TransferOrder): string {
  const [whole, maxFee] = [toDecimalString(amount), toDecimalString(fee)];
  return wordsOfTransfer({ destination, walletType, amount: whole, maxFee }).transfer;
}
