import type { ReactNode } from 'react';
import { type Amount, formatAmount } from '../../lib/amount.ts';
import { formatDays } from '../../lib/format-terms.ts';
import { interpolate } from '../jsx/interpolate.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { isCancellable, liveRefund, type InsuranceRow } from '../../lib/insurance/live-refund.ts';
import { beginCancelling } from '../../stores/insurance.ts';
import type { FlowButton } from '../action/use-flow-part.ts';
import { Figure } from '../figures/Figure.tsx';
import { formatDate } from '../figures/format-time.ts';
import { TableHead } from '../list/TableHead.tsx';
import { useLocale, useTexts } from '../root/island.ts';

interface InsuranceRowsProps {
  rows: readonly InsuranceRow[];
  /** Milliseconds since the response was received. */
  passedMs: number;
  nowMs: number;
  /** The name of a purchase's package; undefined while it isn't known. */
  packageOf: (purchaseId: string) => string | undefined;
  buttonOf: (row: InsuranceRow) => FlowButton;
  /** Shown below the cover that is being cancelled. */
  panelOf: (row: InsuranceRow) => ReactNode;
}

/** Enough digits to see a refund shrink. */
const LIVE_DIGITS = 6;
const DAY_MS = 86_400_000;

export function InsuranceRows(props: InsuranceRowsProps): React.JSX.Element {
  const texts = useTexts('swap').insurance;
  const { rows } = props;
  return (
    <table className="table mid insurance-table">
      <TableHead
        columns={[
          { name: texts.cover },
          { name: texts.covered, kind: 'figure' },
          { name: texts.below, kind: 'figure' },
          { name: texts.back, kind: 'figure' },
          { name: texts.timeLeft },
          { name: texts.actions, kind: 'actions' },
        ]}
      />
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} {...props} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row, passedMs, nowMs, packageOf, buttonOf, panelOf }: InsuranceRowsProps & { row: InsuranceRow }): React.JSX.Element {
  const texts = useTexts('swap').insurance;
  const locale = useLocale();
  const isOpen = isCancellable(row, nowMs);
  const pack = packageOf(row.purchaseId);
  const panel = panelOf(row);
  return (
    <>
      <tr>
        <th scope="row">
          <span>
            {texts.states[row.status]}
            {/* Keeps its line: names come with the purchases, after the covers. */}
            <small>{pack ?? '\u00a0'}</small>
            <small>{interpolate(texts.from, { date: formatDate(row.startedAt, locale) })}</small>
          </span>
        </th>
        <td className="r" data-l={texts.covered}>
          <Usdt amount={row.insuredAmount} />
        </td>
        <td className="r" data-l={texts.below}>
          <Figure value={row.referencePrice} unit="USDT" fractionDigits={4} />
        </td>
        <td className={row.status === 'CANCELLED' ? 'only-wide' : 'r'} data-l={row.status === 'ACTIVE' ? texts.back : texts.paidOut}>
          <Refund row={row} passedMs={passedMs} isOpen={isOpen} />
          {row.status === 'ACTIVE' && <small>{ofPaid(row, locale, texts)}</small>}
        </td>
        <td className="full" data-l={texts.timeLeft}>
          {row.status === 'ACTIVE' && <TimeLeft row={row} nowMs={nowMs} />}
          {/* The cancellation date isn't known here, only when the cover would have ended. */}
          {(row.status === 'PAID' || row.status === 'EXPIRED') && interpolate(texts.ended, { date: formatDate(row.expiresAt, locale) })}
        </td>
        <td className="act">
          {isOpen && (
            <button type="button" className="btn btn-danger" {...buttonOf(row)} onClick={() => beginCancelling(row)}>
              {texts.cancel}
            </button>
          )}
          {row.status === 'ACTIVE' && !isOpen && <small className="note">{texts.settling}</small>}
        </td>
      </tr>
      {panel !== null && (
        <tr className="claim-row">
          <td className="full" colSpan={6}>
            {panel}
          </td>
        </tr>
      )}
    </>
  );
}

function Usdt({ amount, digits = 2 }: { amount: Amount; digits?: number }): React.JSX.Element {
  return <Figure value={amount} unit="USDT" fractionDigits={digits} />;
}

interface RefundProps extends Pick<InsuranceRowsProps, 'passedMs'> {
  row: InsuranceRow;
  isOpen: boolean;
}

/** The refund if cancelled now, or how the cover ended. */
function Refund({ row, passedMs, isOpen }: RefundProps): React.JSX.Element | null {
  const texts = useTexts('swap').insurance;
  if (row.status === 'ACTIVE') return <Usdt amount={isOpen ? liveRefund(row, passedMs) : 0n} digits={LIVE_DIGITS} />;
  if (row.status === 'EXPIRED') return <small>{texts.nothingPaid}</small>;
  if (row.settledAmount === undefined || row.status !== 'PAID') return null;
  return (
    <>
      <small>{texts.paidOut}</small>
      <Usdt amount={row.settledAmount} />
    </>
  );
}

function ofPaid({ premium }: InsuranceRow, locale: string, texts: Texts<'swap'>['insurance']): string {
  const amount = formatAmount(premium, { locale, fractionDigits: 2 });
  return interpolate(texts.ofPaid, { amount });
}

function TimeLeft({ row, nowMs }: Pick<InsuranceRowsProps, 'nowMs'> & { row: InsuranceRow }): React.JSX.Element {
  const texts = useTexts('swap').insurance;
  const locale = useLocale();
  const [from, to] = [Date.parse(row.startedAt), Date.parse(row.expiresAt)];
  const leftMs = Math.min(Math.max(to - nowMs, 0), to - from);
  const days = interpolate(texts.daysLeft, { days: formatDays(Math.floor(leftMs / DAY_MS), locale) });
  return (
    <div className="bar-wrap">
      <svg className="bar" viewBox="0 0 10000 1" preserveAspectRatio="none" role="img" aria-label={days}>
        <rect className="bar-part" width={nowMs === 0 ? 0 : Math.round((leftMs / (to - from)) * 10_000)} height="1" />
      </svg>
      <div className="bar-lines">
        <span className="num">{nowMs === 0 ? '' : days}</span>
        <span className="num">{interpolate(texts.until, { date: formatDate(row.expiresAt, locale) })}</span>
      </div>
    </div>
  );
}
