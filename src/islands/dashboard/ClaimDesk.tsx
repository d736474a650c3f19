import { useEffect } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import { claimBonusAction } from '../../stores/bonus-actions.ts';
import { claimAllAction } from '../../stores/claim-all.ts';
import { privilegeAction } from '../../stores/role-actions.ts';
import { claimPoints } from '../../stores/profile-score.ts';
import { claimRoiAction } from '../../stores/staking-actions.ts';
import { claimAction } from '../../stores/vesting-claim.ts';
import { PrivilegeDialog } from '../roles/PrivilegeDialog.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { ClaimPointsDialog } from '../score/ClaimPointsDialog.tsx';
import { ClaimAllDialog } from './ClaimAllDialog.tsx';
import { type ClaimLine, claimLines } from './claim-lines.ts';
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
import { useServerState } from '../state/use-server-state.ts';

interface ClaimDeskProps {
  /** The claims of the button pressed last; a new array on each press. */
  asked: readonly ClaimLine[] | null;
}

const ALL_DIGITS = 8;

/** The claim dialogs. Each action resumes what a reload or a lost response left unsettled. */
export function ClaimDesk({ asked }: ClaimDeskProps) {
  const { uncoveredSome } = useTexts('treasury').claim;
  useEffect(() => {
    if (asked) review(asked);
  }, [asked]);
  return (
    <>
      <ClaimAllDialog />
      <ClaimReviewDialog kind="vestedJuf" action={claimAction} grows warning={uncoveredSome} />
      <ClaimReviewDialog kind="roi" action={claimRoiAction} grows />
      <ClaimReviewDialog kind="bonus" action={claimBonusAction} />
      <PrivilegeDialog />
      <ClaimPointsDialog />
    </>
  );
}

function review(lines: readonly ClaimLine[]): void {
  const [line, ...more] = lines;
  if (!line) return;
  if (more.length > 0) claimAllAction.review({ kinds: lines.map(({ kind }) => kind) });
  else reviewOne(line);
}

function reviewOne({ kind, amount: claimed, points }: ClaimLine): void {
  const amount = claimed ?? 0n;
  switch (kind) {
    case 'vestedJuf':
      claimAction.review({ purchase: null });
      break;
    case 'roi':
      claimRoiAction.review({ stakingId: null, amount });
      break;
    case 'bonus':
      claimBonusAction.review({ amount });
      break;
    case 'privilege':
      privilegeAction.review({ juf: amount, score: points });
      break;
    case 'score':
      claimPoints(points);
      break;
  }
}

interface ClaimReviewDialogProps<Order> {
  kind: 'vestedJuf' | 'roi' | 'bonus';
  action: MemberAction<Order, { claimed: bigint; transaction: TransactionRow }>;
  /** The claimable amount grows every second. */
  grows?: boolean;
  warning?: string;
}

/** Claims everything due of one kind that is paid in a token. */
function ClaimReviewDialog<Order>(props: ClaimReviewDialogProps<Order>) {
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
            ...(token === 'JUF' && { worth: { amount, token } }),
            ...(grows && { note: claim.growing }),
          }}
          lines={[
            { name: claim.for, value: claims[`${kind}Note`] },
            { name: review.fee, value: review.noFee },
          ]}
          after={{ token, free, by: amount }}
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
          balance={transaction}
        />
      )}
    />
  );
}
