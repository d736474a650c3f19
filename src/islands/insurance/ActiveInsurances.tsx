import { definePart } from '../../lib/visit/define-part.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { isCancellable, liveRefund, type InsuranceRow } from '../../lib/insurance/live-refund.ts';
import { $activeInsurances, beginCancelling, cancelAction, refreshInsurances } from '../../stores/insurance.ts';
import { $nowMs } from '../../stores/now.ts';
import { type FlowButton, useFlowPart } from '../action/use-flow-part.ts';
import { Figure } from '../figures/Figure.tsx';
import { formatDate } from '../figures/format-time.ts';
import { Waiting } from '../figures/Skeleton.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { Section } from '../state/Section.tsx';
import { useSection } from '../state/use-server-state.ts';
import { useShown } from '../state/use-shown.ts';

const cancelPart = definePart(() => import('./CancelPanel.tsx'));

interface ActiveInsurancesProps {
  /** Where all insurance is. */
  href: string;
}

/** What insurance can be cancelled, in short. The whole table stands beside the purchases. */
export const ActiveInsurances = island(function ActiveInsurances({ href }: ActiveInsurancesProps) {
  const words = useTexts('swap').insurance;
  const state = useSection($activeInsurances);
  const nowMs = useShown($nowMs);
  const { flow, state: action, buttonOf } = useFlowPart(cancelPart, cancelAction);
  const rows = state.kind === 'ready' ? state.data.content : [];
  const receivedAtMs = state.kind === 'ready' ? state.data.receivedAtMs : 0;
  return (
    <Section id="insurance" title={words.title} note={words.note}>
      {state.kind === 'failed' && <FailureNotice failure={state.failure} retry={refreshInsurances} />}
      {state.kind === 'loading' && <Waiting />}
      {state.kind === 'ready' && rows.length === 0 && <p className="dim">{words.noneActive}</p>}
      {rows.length > 0 && (
        <ul className="short-list">
          {rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              nowMs={nowMs}
              passedMs={Math.max(nowMs - receivedAtMs, 0)}
              button={buttonOf(({ insuranceId }) => insuranceId === row.id)}
            />
          ))}
        </ul>
      )}
      {flow && action.step !== 'idle' && <flow.CancelPanel rows={rows} receivedAtMs={receivedAtMs} />}
      {state.kind !== 'loading' && (
        <p>
          <a className="link-act" href={href}>
            {words.whole}
          </a>
        </p>
      )}
    </Section>
  );
});

interface RowProps {
  row: InsuranceRow;
  nowMs: number;
  /** Milliseconds since the response was received. */
  passedMs: number;
  button: FlowButton;
}

function Row({ row, nowMs, passedMs, button }: RowProps) {
  const words = useTexts('swap').insurance;
  const locale = useLocale();
  const isOpen = isCancellable(row, nowMs);
  return (
    <li>
      <span>
        <span>{words.covered}</span>
        <Figure value={row.insuredAmount} unit="USDT" />
        <small className="note">{interpolate(words.until, { date: formatDate(row.expiresAt, locale) })}</small>
      </span>
      <span>
        <span>{words.back}</span>
        <Figure value={isOpen ? liveRefund(row, passedMs) : 0n} unit="USDT" />
      </span>
      {isOpen ? (
        <button type="button" className="btn btn-danger" {...button} onClick={() => beginCancelling(row)}>
          {words.cancel}
        </button>
      ) : (
        <small className="note">{words.settling}</small>
      )}
    </li>
  );
}
