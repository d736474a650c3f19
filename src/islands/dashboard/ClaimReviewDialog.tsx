import { formatAmount } from '../../lib/amount.ts';
import type { TransactionRow } from '../../lib/api/contract/transaction.ts';
import { interpolate } from '../jsx/interpolate.ts';
import type { MemberAction } from '../../stores/actions.ts';
import { $dashboard } from '../../stores/dashboard.ts';
import { ActionFlow } from '../action/ActionFlow.tsx';
import { Notice } from '../action/Notice.tsx';
import { Receipt } from '../action/Receipt.tsx';
import { ReviewSheet } from '../action/ReviewSheet.tsx';
import { useFreeBalance } from '../action/use-free-balance.ts';
import { Figure } from '../figures/Figure.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';
import { claimLines } from './claim-lines.ts';

const ALL_DIGITS = 8;

interface ClaimReviewDialogProps<Order> {
  kind: 'vestedJuf' | 'roi' | 'bonus';
  action: MemberAction<Order, { claimed: string; transaction: TransactionRow }>;
  /** The claimable amount grows every second. */
  grows?: boolean;
  warning?: string;
}

/** Claims everything due of one kind that is paid in a token. */
export function ClaimReviewDialog<Order>(props: ClaimReviewDialogProps<Order>): React.JSX.Element {
  const { claims } = useTexts('home');
  const { claim, dialog } = useTexts('staking');
  const { review } = useTexts('action');
  const { next } = useTexts('action').follow;
  const locale = useLocale();
  const { kind, action, grows = false, warning } = props;
  const token = kind === 'bonus' ? 'USDT' : 'JUF';
  const { data } = useServerState($dashboard);
  const free = useFreeBalance(token);
  const due = data?.claimable ? claimLines(data.claimable).find((line) => line.kind === kind) : undefined;
  const amount = due?.amount ?? 0n;
  const title = interpolate(claims.claimNamed, { what: claims[kind] });
  return (
    <ActionFlow
      as="dialog"
      name={`claim-${kind}`}
      title={title}
      action={action}
      running={{ text: claim.running, show: dialog.show }}
      subject={() => claims[kind]}
      review={() => (
        <ReviewSheet
          isWithoutForm
          arrives={{
            figure: <Figure value={amount} unit={token} fractionDigits={ALL_DIGITS} />,
            ...(grows && { note: claim.growing }),
          }}
          lines={[
            { name: claim.for, value: claims[`${kind}Note`] },
            { name: review.fee, value: review.noFee },
          ]}
          after={{
            name: interpolate(review.afterwards, { token }),
            value: <Figure value={free === null ? null : free + amount} unit={token} />,
          }}
          act={interpolate(claims.act, { amount: formatAmount(amount, { locale, fractionDigits: 2 }), token })}
          canConfirm={amount > 0n}
        >
          {warning !== undefined && <Notice kind="warning" text={warning} />}
        </ReviewSheet>
      )}
      next={() => ({ text: next.available, act: 'toWallet' })}
      done={({ claimed, transaction }) => (
        <Receipt
          text={claims.done}
          lines={[
            {
              name: claim.received,
              value: <Figure value={claimed} unit={token} fractionDigits={ALL_DIGITS} sign="+" />,
            },
          ]}
          balance={{ token, after: transaction.balanceAfter }}
        />
      )}
    />
  );
}
