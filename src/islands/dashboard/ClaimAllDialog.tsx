import { useStore } from '@nanostores/react';
import type { ClaimInfo } from '../../lib/api/contract/claim-info.ts';
import { $dashboard } from '../../stores/dashboard.ts';
import { $minuteMs } from '../../stores/now.ts';
import { claimAllAction, type ClaimAllOrder } from '../../stores/claim-all.ts';
import { ActionFlow } from '../action/ActionFlow.tsx';
import { Notice } from '../action/Notice.tsx';
import { ReviewSheet } from '../action/ReviewSheet.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';
import { ClaimAllReceipt } from './ClaimAllReceipt.tsx';
import { type ClaimLine, claimLines, claimNote, lapsesAt } from './claim-lines.ts';
import { GainFigures } from './GainFigures.tsx';
import { totalLines } from './total-lines.tsx';

/** Everything due in one claim, from review to receipt. */
export function ClaimAllDialog(): React.JSX.Element {
  const { claims, claimAll: words } = useTexts('home');
  const { dialog } = useTexts('staking');
  const { review } = useTexts('action');
  const { next } = useTexts('action').follow;
  const locale = useLocale();
  const { data } = useServerState($dashboard);
  const dueOf = ({ kinds }: ClaimAllOrder): ClaimLine[] =>
    data?.claimable ? claimLines(data.claimable).filter(({ kind }) => kinds.includes(kind)) : [];
  return (
    <ActionFlow
      as="dialog"
      name="claim-all"
      title={words.title}
      action={claimAllAction}
      running={{ text: words.running, show: dialog.show }}
      subject={({ kinds }) => new Intl.ListFormat(locale).format(kinds.map((kind) => claims[kind]))}
      review={(order) => {
        const due = dueOf(order);
        const totals = totalLines(due, words.total, claims.points.other);
        return (
          <ReviewSheet
            isWithoutForm
            lines={[{ name: review.fee, value: review.noFee }, ...totals.slice(0, -1)]}
            after={totals.at(-1)}
            act={interpolate(words.act, { count: String(due.length) })}
            canConfirm={due.length > 0}
          >
            {data?.claimable && <DueClaims due={due} claimable={data.claimable} />}
          </ReviewSheet>
        );
      }}
      next={({ lines }) => (lines.some((line) => !('refused' in line)) ? { text: next.available, act: 'toWallet' } : null)}
      done={({ lines }) => <ClaimAllReceipt lines={lines} />}
      refusal={({ code }) => (code === 'NOT_FOUND' ? words.lacking : undefined)}
    />
  );
}

/** Each claim with its amount, where that goes, and what it costs beside money. */
function DueClaims({ due, claimable }: { due: readonly ClaimLine[]; claimable: ClaimInfo }): React.JSX.Element {
  const { claims, claimAll: words } = useTexts('home');
  const { growing } = useTexts('staking').claim;
  const { uncoveredSome } = useTexts('treasury').claim;
  const locale = useLocale();
  const nowMs = useStore($minuteMs, { ssr: 'initial' });
  const kinds = due.map(({ kind }) => kind);
  return (
    <>
      <p>{words.order}</p>
      <ul className="claims claims-all">
        {due.map((line) => (
          <li key={line.kind}>
            <span className="what">
              {claims[line.kind]}
              <small>{claimNote(line.kind, lapsesAt(line.kind, claimable, nowMs), claims, locale)}</small>
            </span>
            <span className="amt">
              <GainFigures gain={line} />
              <small>{line.amount === null ? words.toPoints : line.points > 0 ? words.toBoth : words.toBalance}</small>
            </span>
          </li>
        ))}
      </ul>
      {kinds.includes('vestedJuf') && <Notice kind="warning" text={uncoveredSome} />}
      {(kinds.includes('vestedJuf') || kinds.includes('roi')) && <p className="note">{growing}</p>}
    </>
  );
}
