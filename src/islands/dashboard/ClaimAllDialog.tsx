import type { ClaimInfo } from '../../lib/api/contract/claim-info.ts';
import { $dashboard, type DashboardHome } from '../../stores/dashboard.ts';
import { $minuteMs } from '../../stores/now.ts';
import { claimAllAction, type ClaimAllOrder } from '../../stores/claim-all.ts';
import { ActionFlow } from '../action/ActionFlow.tsx';
import { Notice } from '../action/Notice.tsx';
import { ReviewSheet } from '../action/ReviewSheet.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';
import { useShown } from '../state/use-shown.ts';
import { type ClaimLine, claimLines, claimNote, claimUsd, lapsesAt } from './claim-lines.ts';
import { portfolioPrices } from './portfolio-lines.ts';
import type { claimAll } from '../../lib/api/contract/claim-all.ts';
import type { DataOf } from '../../lib/api/contract/define-call.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import { pageLanguage } from '../../stores/page-language.ts';
import { formatDateTime } from '../figures/format-time.ts';
import { Ledger, type LedgerLine } from '../figures/Ledger.tsx';
import { exactDigits } from '../../lib/shown-amount.ts';
import { Figure, Points } from '../figures/Figure.tsx';

/** Enough digits to see a return grow; a value without that many is shown with fewer. */
const MOST_DIGITS = 6;

/** Everything due in one claim, from review to receipt. */
export function ClaimAllDialog() {
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
        const totals = [...totalLines(due, words.total, claims.points.other), ...worthLine(due, words.total, data)];
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
function DueClaims({ due, claimable }: { due: readonly ClaimLine[]; claimable: ClaimInfo }) {
  const { claims, claimAll: words } = useTexts('home');
  const { growing } = useTexts('staking').claim;
  const { uncoveredSome } = useTexts('treasury').claim;
  const locale = useLocale();
  const nowMs = useShown($minuteMs);
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

type Prices = Pick<DashboardHome, 'jufPrice' | 'juPrice'>;

/** What all of it is worth; nothing while JUF has no price. */
export function worthLine(due: readonly ClaimLine[], name: string, home: Prices | undefined): LedgerLine[] {
  // Dollars alone are said already.
  if (home === undefined || due.every(({ amount, walletType }) => amount === null || walletType === 'USDT')) return [];
  const prices = portfolioPrices(home);
  const usd = due.reduce<bigint | null>((sum, line) => add(sum, claimUsd(line, prices)), 0n);
  return usd === null || usd === 0n
    ? []
    : [{ name: interpolate(name, { what: 'US$' }), value: <Figure value={usd} unit="US$" mostDigits={2} />, kind: 'sum' }];
}

function add(sum: bigint | null, usd: bigint | null): bigint | null {
  return sum === null || usd === null ? null : sum + usd;
}

type Line = DataOf<typeof claimAll>['lines'][number];
type Claimed = Exclude<Line, { refused: string }>;

/** What each kind paid, or why it paid nothing. */
function ClaimAllReceipt({ lines }: { lines: readonly Line[] }) {
  const { claims, claimAll: words } = useTexts('home');
  const { noReason, receipt } = useTexts('action').follow;
  const claimed = lines.filter((line): line is Claimed => !('refused' in line));
  return (
    <>
      <p>{interpolate(words.progress, { done: String(claimed.length), count: String(lines.length) })}</p>
      <ul className="claims claims-all">
        {lines.map((line) =>
          'refused' in line ? (
            <li key={line.kind} data-kind={line.kind} data-status="refused">
              <span className="what">
                {claims[line.kind]}
                <small>{line.refused === 'NOTHING_TO_CLAIM' ? words.gone : interpolate(words.notClaimed, { reason: noReason })}</small>
              </span>
            </li>
          ) : (
            <ClaimedLine key={line.kind} line={line} />
          ),
        )}
      </ul>
      <Ledger
        lines={[{ name: receipt.fee, value: receipt.noFee }, ...totalLines(claimed.map(gainOf), words.received, claims.points.other)]}
      />
    </>
  );
}

function ClaimedLine({ line }: { line: Claimed }) {
  const { claims, claimAll: words } = useTexts('home');
  const { history } = useTexts('action').follow.receipt;
  const locale = useLocale();
  const { kind, transaction, receipt } = line;
  const at = transaction?.createdAt ?? receipt?.createdAt;
  return (
    <li data-kind={kind} data-status="done">
      <span className="what">
        {claims[kind]}
        <small>{words.done}</small>
        <small>
          {at !== undefined && formatDateTime(at, locale)}
          {transaction && ' '}
          {transaction && <a href={`${localePath(pageLanguage(), '/wallet/history')}#${transaction.id}`}>{history}</a>}
        </small>
      </span>
      <span className="amt">
        <GainFigures gain={gainOf(line)} />
      </span>
    </li>
  );
}

function gainOf({ amount, walletType, points }: Claimed): Omit<ClaimLine, 'kind'> {
  return { amount, walletType, points };
}

/** What a claim yields: an amount, points, or both. */
function GainFigures({ gain: { amount, walletType, points } }: { gain: Omit<ClaimLine, 'kind'> }) {
  const unit = useTexts('home').claims.points;
  const value = amount ?? 0n;
  return (
    <>
      {(value > 0n || points === 0) && (
        <Figure value={value} unit={walletType} fractionDigits={Math.min(exactDigits(value), MOST_DIGITS)} />
      )}
      {value > 0n && points > 0 && ' + '}
      {points > 0 && <Points value={points} unit={unit} />}
    </>
  );
}

/** A sum for each token and for points, without zeros. `name` says what of: "JUF in total", "Points in total". */
export function totalLines(gains: readonly Omit<ClaimLine, 'kind'>[], name: string, points: string): LedgerLine[] {
  const line = (what: string, gain: Omit<ClaimLine, 'kind'>): LedgerLine => ({
    name: capitalized(interpolate(name, { what })),
    value: <GainFigures gain={gain} />,
    kind: 'sum',
  });
  const tokens = (['JUF', 'USDT'] as const).map((walletType) => {
    const of = gains.filter((gain) => gain.walletType === walletType);
    return { amount: of.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n), walletType, points: 0 };
  });
  const sum = gains.reduce((total, gain) => total + gain.points, 0);
  return [
    ...tokens.filter(({ amount }) => amount > 0n).map((gain) => line(gain.walletType, gain)),
    ...(sum > 0 ? [line(points, { amount: null, walletType: 'JUF', points: sum })] : []),
  ];
}

/** What begins a line. */
function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
