import { formatAmount } from '../../lib/amount.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { liveTotals } from '../../lib/staking/live-positions.ts';
import { claimRoiAction, type ClaimOrder } from '../../stores/staking-actions.ts';
import { ReviewSheet } from '../action/ReviewSheet.tsx';
import { useFreeBalance } from '../action/use-free-balance.ts';
import { ActionFlow } from '../action/ActionFlow.tsx';
import { Receipt } from '../action/Receipt.tsx';
import { Figure } from '../figures/Figure.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { LIVE_DIGITS, useLiveStaking } from './use-live-staking.ts';

/** Claims the returns of one position, or of all. The amount shown grows until it is claimed. */
export function ClaimDialog() {
  const { claim, dialog } = useTexts('staking');
  const { review } = useTexts('action');
  const { next } = useTexts('action').follow;
  const locale = useLocale();
  const { state: held, atMs } = useLiveStaking();
  const free = useFreeBalance('JUF');
  const write = (value: bigint, fractionDigits: number): string => formatAmount(value, { locale, fractionDigits });
  const subject = ({ stakingId, amount }: ClaimOrder): string =>
    stakingId === null ? claim.subject : interpolate(claim.subjectOne, { amount: write(amount, 2) });
  const claimable = ({ stakingId }: ClaimOrder): bigint | null => {
    if (held.kind !== 'ready') return null;
    const { positions, isWhole } = held.data;
    const asked = stakingId === null ? positions : positions.filter(({ position }) => position.id === stakingId);
    return stakingId === null && !isWhole ? null : liveTotals(asked, atMs).claimableBaseUnits;
  };
  return (
    <ActionFlow
      as="dialog"
      name="claim-roi"
      title={claim.title}
      action={claimRoiAction}
      running={{ text: claim.running, show: dialog.show }}
      subject={subject}
      review={(order) => {
        const amount = claimable(order);
        return (
          <ReviewSheet
            isWithoutForm
            arrives={{
              worth: { amount, token: 'JUF' },
              figure: <Figure value={amount} unit="JUF" fractionDigits={LIVE_DIGITS} />,
              note: claim.growing,
            }}
            lines={[
              { name: claim.for, value: subject(order) },
              { name: claim.from, value: claim.reserved },
              { name: review.fee, value: review.noFee },
            ]}
            after={{ token: 'JUF', free, by: amount }}
            act={amount === null ? claim.title : interpolate(claim.act, { amount: write(amount, 2) })}
          />
        );
      }}
      next={() => ({ text: next.available, act: 'toWallet' })}
      done={({ claimed, transaction }) => (
        <Receipt
          text={claim.done}
          lines={[{ name: claim.received, value: <Figure value={claimed} unit="JUF" fractionDigits={LIVE_DIGITS} sign="+" /> }]}
          balance={transaction}
        />
      )}
    />
  );
}
