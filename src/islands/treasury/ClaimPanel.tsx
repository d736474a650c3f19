import { useStore } from '@nanostores/react';
import { interpolate } from '../jsx/interpolate.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { claimableOfAll, providerClockOffsetMs } from '../../lib/treasury/live-vesting.ts';
import { $nowMs } from '../../stores/now.ts';
import { $allPurchases, $treasury, $treasuryHistoryList } from '../../stores/treasury.ts';
import { claimAction, type ClaimOrder } from '../../stores/vesting-claim.ts';
import { $walletOverview } from '../../stores/wallet.ts';
import { ActionFlow } from '../action/ActionFlow.tsx';
import { ReviewSheet } from '../action/ReviewSheet.tsx';
import { Figure } from '../figures/Figure.tsx';
import { formatDate } from '../figures/format-time.ts';
import { Ledger } from '../figures/Ledger.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';
import { LIVE_DIGITS } from './PurchaseRow.tsx';
import { writeJuf } from './write-figures.ts';

/** A claim shown in place, below its purchase: confirmation, progress and outcome. */
export function ClaimPanel() {
  const { claim } = useTexts('treasury');
  const { next } = useTexts('action').follow;
  const { review } = useTexts('action');
  const locale = useLocale();
  const juf = (value: bigint, sign?: '+') => <Figure value={value} unit="JUF" fractionDigits={LIVE_DIGITS} sign={sign} />;
  return (
    <ActionFlow
      as="panel"
      name="claim"
      title={claim.title}
      action={claimAction}
      review={(order) => <ClaimReview order={order} />}
      subject={(order) => subjectOf(order, locale, claim)}
      next={() => ({ text: next.available, act: 'toWallet' })}
      done={({ claimed, transaction }) => (
        <Ledger
          lines={[
            { name: claim.done, value: juf(claimed, '+') },
            {
              name: interpolate(review.afterwards, { token: 'JUF' }),
              value: juf(transaction.balanceAfter),
              kind: 'sum',
            },
          ]}
        />
      )}
      refusal={({ code }) => (code === 'NOTHING_TO_CLAIM' ? claim.nothingLeft : undefined)}
    />
  );
}

function ClaimReview({ order }: { order: ClaimOrder }) {
  const { claim } = useTexts('treasury');
  const { review } = useTexts('action');
  const locale = useLocale();
  const nowMs = useStore($nowMs);
  const page = useServerState($treasuryHistoryList).data;
  const all = useServerState($allPurchases).data;
  const wallet = useServerState($walletOverview).data?.walletList.find(({ walletType }) => walletType === 'JUF');
  const price = useServerState($treasury).data?.jufPrice ?? null;
  const { purchase } = order;
  const answer = purchase === null ? all : page;
  const rows = (answer?.content ?? []).filter(({ id }) => purchase === null || id === purchase.id);
  const claimable = answer ? claimableOfAll(rows, nowMs + providerClockOffsetMs(answer)) : 0n;
  const isKnown = answer !== undefined && (purchase !== null || all?.isWhole === true);
  const juf = (value: bigint) => <Figure value={value} unit="JUF" fractionDigits={LIVE_DIGITS} />;
  return (
    <ReviewSheet
      isWithoutForm
      arrives={{
        figure: isKnown ? juf(claimable) : claim.allOfIt,
        worth: { amount: isKnown ? claimable : null, token: 'JUF', price18: price },
        note: claim.grows,
      }}
      lines={[{ name: review.fee, value: review.noFee }]}
      after={{
        name: interpolate(review.afterwards, { token: 'JUF' }),
        value: wallet && isKnown ? juf(wallet.balance + claimable) : '–',
      }}
      act={isKnown ? interpolate(claim.act, { amount: writeJuf(claimable, locale) }) : claim.actAll}
      canConfirm={!isKnown || claimable > 0n}
    >
      <p className="follow-subject">{subjectOf(order, locale, claim)}</p>
      {rows.some(({ insured }) => insured) && <p className="note">{purchase === null ? claim.uncoveredSome : claim.uncovered}</p>}
    </ReviewSheet>
  );
}

function subjectOf({ purchase }: ClaimOrder, locale: string, texts: Texts<'treasury'>['claim']): string {
  return purchase === null
    ? texts.subjectAll
    : interpolate(texts.subjectOne, { name: purchase.name, date: formatDate(purchase.createdAt, locale) });
}
