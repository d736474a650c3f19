import { definePart } from '../../lib/visit/define-part.ts';
import { interpolate } from '../jsx/interpolate.ts';
import {
  $insuranceCount,
  $insuranceFilter,
  $insuranceList,
  beginCancelling,
  cancelAction,
  type InsuranceFilter,
  MOST_INSURANCES,
  refreshInsurances,
  showMoreInsurances,
} from '../../stores/insurance.ts';
import { answerReadAtMs } from '../../stores/kept-answers.ts';
import { $nowMs } from '../../stores/now.ts';
import { $allPurchases } from '../../stores/treasury.ts';
import { type FlowButton, useFlowPart } from '../action/use-flow-part.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { type EmptyAct, EmptyState, FailureNotice, StaleNotice } from '../state/FailureNotice.tsx';
import { Section } from '../state/Section.tsx';
import { useSection, useServerState } from '../state/use-server-state.ts';
import { useShown } from '../state/use-shown.ts';
import { useIsAlive } from '../state/use-is-alive.ts';
import type { ReactNode } from 'react';
import { formatAmount } from '../../lib/amount.ts';
import { formatDays } from '../../lib/format-terms.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { type InsuranceRow, isCancellable, liveRefund } from '../../lib/insurance/live-refund.ts';
import { Figure } from '../figures/Figure.tsx';
import { daysUntil, formatClock, formatDate } from '../figures/format-time.ts';
import { TableHead } from '../list/TableHead.tsx';

const cancelPart = definePart(() => import('./CancelPanel.tsx'));

interface InsurancesProps {
  /** Where cover begins. */
  buy: EmptyAct;
}

const FILTERS: readonly InsuranceFilter[] = ['ALL', 'ACTIVE', 'CANCELLED', 'PAID', 'EXPIRED'];

/** Enough digits to see a refund shrink. */
const LIVE_DIGITS = 6;

/** The member's cover on treasury purchases: today's refund, the end date, and cancelling. */
export const Insurances = island(function Insurances({ buy }: InsurancesProps) {
  const words = useTexts('swap').insurance;
  const state = useSection($insuranceList);
  const filter = useShown($insuranceFilter);
  const shown = useShown($insuranceCount);
  const { flow, state: action, buttonOf } = useFlowPart(cancelPart, cancelAction);
  const nowMs = useShown($nowMs);
  const isAlive = useIsAlive();
  const answer = state.kind === 'ready' ? state.data : undefined;
  const rows = answer?.content ?? [];
  const isEmpty = answer !== undefined && rows.length === 0;
  const purchases = useServerState($allPurchases).data?.content ?? [];
  const cancelledId = action.step === 'idle' ? null : action.order.insuranceId;
  const panel = flow && action.step !== 'idle' ? <flow.CancelPanel rows={rows} receivedAtMs={answer?.receivedAtMs ?? 0} /> : null;
  return (
    <Section id="insurance" title={words.title} note={words.note}>
      {state.kind === 'failed' && <FailureNotice failure={state.failure} retry={refreshInsurances} />}
      {state.kind === 'ready' && state.stale && (
        <StaleNotice readAtMs={$insuranceList.key === undefined ? null : answerReadAtMs($insuranceList.key)} />
      )}
      {(rows.length > 0 || filter !== 'ALL') && state.kind !== 'failed' && <Filter chosen={filter} isAlive={isAlive} />}
      {!rows.some(({ id }) => id === cancelledId) && panel}
      {state.kind === 'loading' && (
        <div className="state" aria-busy="true">
          <p>
            <Skeleton width={16} />
          </p>
        </div>
      )}
      {isEmpty && (filter === 'ALL' ? <EmptyState text={words.empty} act={buy} /> : <EmptyState text={words.emptyFiltered} />)}
      {answer && rows.length > 0 && (
        <>
          <InsuranceRows
            rows={rows}
            passedMs={Math.max(nowMs - answer.receivedAtMs, 0)}
            nowMs={nowMs}
            packageOf={(purchaseId) => purchases.find(({ id }) => id === purchaseId)?.treasuryName}
            buttonOf={(row) => buttonOf(({ insuranceId }) => insuranceId === row.id)}
            panelOf={({ id }) => (id === cancelledId ? panel : null)}
          />
          <p className="note num">{interpolate(words.count, { shown: rows.length, total: answer.totalElements })}</p>
          {answer.totalElements > rows.length && shown < MOST_INSURANCES && (
            <button type="button" className="btn btn-secondary" onClick={showMoreInsurances}>
              {words.more}
            </button>
          )}
        </>
      )}
    </Section>
  );
});

interface FilterProps {
  chosen: InsuranceFilter;
  isAlive: boolean;
}

function Filter({ chosen, isAlive }: FilterProps) {
  const texts = useTexts('swap').insurance;
  return (
    <label className="insurance-filter">
      <span className="label">{texts.filter}</span>
      <select
        className="input"
        name="insurance-filter"
        value={chosen}
        disabled={!isAlive}
        onChange={({ target }) => $insuranceFilter.set(FILTERS.find((known) => known === target.value) ?? 'ALL')}
      >
        {FILTERS.map((known) => (
          <option key={known} value={known}>
            {known === 'ALL' ? texts.all : texts.states[known]}
          </option>
        ))}
      </select>
    </label>
  );
}

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

function InsuranceRows(props: InsuranceRowsProps) {
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

function Row({ row, passedMs, nowMs, packageOf, buttonOf, panelOf }: InsuranceRowsProps & { row: InsuranceRow }) {
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

function Usdt({ amount, digits = 2 }: { amount: bigint; digits?: number }) {
  return <Figure value={amount} unit="USDT" fractionDigits={digits} />;
}

interface RefundProps extends Pick<InsuranceRowsProps, 'passedMs'> {
  row: InsuranceRow;
  isOpen: boolean;
}

/** The refund if cancelled now, or how the cover ended. */
function Refund({ row, passedMs, isOpen }: RefundProps) {
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

function TimeLeft({ row, nowMs }: Pick<InsuranceRowsProps, 'nowMs'> & { row: InsuranceRow }) {
  const texts = useTexts('swap').insurance;
  const locale = useLocale();
  const [from, to] = [Date.parse(row.startedAt), Date.parse(row.expiresAt)];
  const leftMs = Math.min(Math.max(to - nowMs, 0), to - from);
  const left = daysUntil(row.expiresAt, to - leftMs);
  const days = left > 0 ? interpolate(texts.daysLeft, { days: formatDays(left, locale) }) : formatClock(row.expiresAt, locale);
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
