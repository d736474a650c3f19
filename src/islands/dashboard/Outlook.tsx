import { cutToCents, roundedUpToAddUp, roundToCents } from '../../lib/shown-amount.ts';
import type { ClaimInfo } from '../../lib/api/contract/claim-info.ts';
import type { LanguageCode } from '../../lib/i18n/languages.ts';
import { localePath } from '../../lib/i18n/locale-path.ts';
import { $dashboard, $outlook, type Outlook as OutlookData, refreshOutlook } from '../../stores/dashboard.ts';
import { $minuteMs } from '../../stores/now.ts';
import { Figure } from '../figures/Figure.tsx';
import { formatDateTime, formatDay } from '../figures/format-time.ts';
import { Ledger, type LedgerLine } from '../figures/Ledger.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { island, useLocale, useTexts } from '../root/island.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { useSection, useServerState } from '../state/use-server-state.ts';
import { useShown } from '../state/use-shown.ts';
import { lapsesAt } from './claim-lines.ts';

const PLACES = {
  MATURES: ['/staking', ''],
  VESTED: ['/treasury', ''],
  PRIVILEGE: ['/profile/roles', ''],
  PRIVILEGE_LAPSES: ['/home', '#claims'],
  POINTS_LAPSE: ['/home', '#claims'],
  VOTE_ENDS: ['/home', '#vote'],
} as const;

/** What the month brought beside what comes next. Hidden if the provider doesn't offer it. */
export const Outlook = island(function Outlook({ language }: { language: LanguageCode }) {
  const { month, coming } = useTexts('home');
  const locale = useLocale();
  const state = useSection($outlook);
  if (state.kind === 'ready' && state.data === null) return null;
  const data = state.kind === 'ready' ? state.data : null;
  return (
    <div className="sec sec-wide">
      <div className="split outlook" aria-busy={state.kind === 'loading'}>
        <section className="sec-body" aria-labelledby="month">
          <div className="sec-head">
            <h2 id="month">{month.title}</h2>
            {data && <p className="note">{interpolate(month.note, { date: formatDay(data.month.from, locale, 'UTC') })}</p>}
          </div>
          {state.kind === 'failed' && <FailureNotice failure={state.failure} retry={refreshOutlook} />}
          {state.kind === 'loading' && <Skeleton width={16} />}
          {data && <Month month={data.month} />}
        </section>
        {state.kind !== 'failed' && (
          <section className="sec-body" aria-labelledby="coming">
            <div className="sec-head">
              <h2 id="coming">{coming.title}</h2>
            </div>
            {data && <Coming coming={data.coming} language={language} />}
          </section>
        )}
      </div>
    </div>
  );
});

/** What the member earned this month and its sum, and apart from that what the prices did meanwhile. */
function Month({ month }: { month: OutlookData['month'] }) {
  const { claims, month: words } = useTexts('home');
  const names = {
    RETURNS: claims.roi,
    TURBO: words.turbo,
    BONUSES: claims.bonus,
    PRIVILEGES: claims.privilege,
    DISCOUNT: words.discount,
  };
  const { earned, priceUsd } = month;
  if (earned.length === 0 && priceUsd === 0n) return <p className="dim">{words.none}</p>;
  const shown = shownMonth(month);
  const lines = earned.map(({ kind, walletType, amount }, index): LedgerLine => ({
    name: names[kind],
    value: (
      <>
        <Usd {...shown.earned[index]} />
        {walletType !== 'USDT' && (
          <small>
            <Figure value={amount} unit={walletType} sign={kind === 'TURBO' ? '−' : '+'} />
          </small>
        )}
      </>
    ),
  }));
  return (
    <Ledger
      lines={[
        ...lines,
        ...(lines.length > 0 ? [{ name: words.earned, value: <Usd {...shown.sum} />, kind: 'sum' as const }] : []),
        { name: words.price, value: <Usd {...shown.price} /> },
        { name: words.total, value: <Usd {...shown.total} />, kind: 'sum' },
      ]}
    />
  );
}

/** In 10⁻¹⁸ US dollars, negative for a loss; null while unknown. */
interface ShownUsd {
  usd: bigint | null;
  isRoundedUp: boolean;
}

interface ShownMonth {
  earned: readonly ShownUsd[];
  sum: ShownUsd;
  price: ShownUsd;
  total: ShownUsd;
}

/** The month’s amounts, rounded so that those that are shown add up: what was earned to its sum, and both parts to the total. */
export function shownMonth({ earned, priceUsd, totalUsd }: OutlookData['month']): ShownMonth {
  const values = earned.map(({ usd }) => usd);
  const cut = (usd: bigint | null): ShownUsd => ({ usd, isRoundedUp: usd !== null && usd < 0n });
  if (!values.every((usd) => usd !== null)) return { earned: values.map(cut), sum: cut(null), price: cut(priceUsd), total: cut(totalUsd) };
  const sum = values.reduce((all, usd) => all + usd, 0n);
  const [isSumUp = false, isPriceUp = false] =
    priceUsd === null || totalUsd === null ? [sum < 0n] : roundedUpToAddUp([sum, priceUsd], cutToCents(totalUsd));
  const areUp = roundedUpToAddUp(values, roundToCents(sum, isSumUp));
  return {
    earned: values.map((usd, index) => ({ usd, isRoundedUp: areUp[index] ?? false })),
    sum: { usd: sum, isRoundedUp: isSumUp },
    price: { usd: priceUsd, isRoundedUp: isPriceUp },
    total: cut(totalUsd),
  };
}

function Usd({ usd = null, isRoundedUp = false }: Partial<ShownUsd>) {
  if (usd === null) return <>–</>;
  const isLoss = usd < 0n;
  return (
    <span className={isLoss ? 'neg' : usd > 0n ? 'pos' : undefined}>
      <Figure
        value={isLoss ? -usd : usd}
        unit="US$"
        sign={isLoss ? '−' : usd > 0n ? '+' : undefined}
        // A loss is rounded up by being shown smaller.
        isRoundedUp={isRoundedUp !== isLoss}
      />
    </span>
  );
}

interface ComingProps {
  coming: OutlookData['coming'];
  language: LanguageCode;
}

/** What happens next, with its date, and where to act on it. */
function Coming({ coming, language }: ComingProps) {
  const { claims, coming: words } = useTexts('home');
  const { calendar } = useTexts('notices');
  const locale = useLocale();
  const nowMs = useShown($minuteMs);
  const lines = comingLines(coming, useServerState($dashboard).data?.claimable, nowMs);
  if (lines.length === 0) return <p className="dim">{words.none}</p>;
  const nameOf = ({ kind, title = '' }: ComingLine): string =>
    ({
      MATURES: calendar.matured,
      VESTED: calendar.vested,
      PRIVILEGE: calendar.privilege,
      PRIVILEGE_LAPSES: interpolate(words.lapses, { what: claims.privilege }),
      POINTS_LAPSE: interpolate(words.lapses, { what: claims.score }),
      VOTE_ENDS: interpolate(calendar.vote, { title }),
    })[kind];
  return (
    <dl className="ledger">
      {lines.map((line) => {
        const [path, part] = PLACES[line.kind];
        return (
          <div key={`${line.kind}${line.at}${line.amount ?? ''}`}>
            <dt>
              <a href={localePath(language, path) + part}>{nameOf(line)}</a>
            </dt>
            <dd>
              {formatDateTime(line.at, locale, { day: 'numeric', month: 'short' })}
              {line.amount !== undefined && (
                <small>
                  <Figure value={line.amount} unit="JUF" />
                </small>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

type ComingEvent = OutlookData['coming'][number];

type ComingLine = Pick<ComingEvent, 'at' | 'amount' | 'title'> & { kind: ComingEvent['kind'] | 'POINTS_LAPSE' | 'PRIVILEGE_LAPSES' };

/** What comes next and what lapses unless it's claimed, soonest first. */
export function comingLines(coming: readonly ComingEvent[], claimable: ClaimInfo | undefined, nowMs: number): ComingLine[] {
  const lapsing = claimable === undefined ? [] : lapses(claimable, nowMs);
  // A privilege lapses when the next one falls due: one line says it.
  const others = coming.filter(({ kind }) => kind !== 'PRIVILEGE' || !lapsing.some((line) => line.kind === 'PRIVILEGE_LAPSES'));
  return [...others, ...lapsing].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function lapses(claimable: ClaimInfo, nowMs: number): ComingLine[] {
  const points = claimable.score.claimable > 0 ? lapsesAt('score', claimable, nowMs) : null;
  const privilege = claimable.privilege.claimable ? lapsesAt('privilege', claimable, nowMs) : null;
  return [
    ...(points === null ? [] : [{ kind: 'POINTS_LAPSE' as const, at: points }]),
    ...(privilege === null ? [] : [{ kind: 'PRIVILEGE_LAPSES' as const, at: privilege }]),
  ];
}
