import type { DataOf } from '../../lib/api/contract/define-call.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import type { yearStatement } from '../../lib/api/contract/year-statement.ts';
import { withAside } from '../../lib/i18n/punctuation.ts';
import { $yearStatement, refreshYearStatement, type YearStatement } from '../../stores/year-statement.ts';
import { Figure } from '../figures/Figure.tsx';
import { formatDay } from '../figures/format-time.ts';
import { Waiting } from '../figures/Skeleton.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { TableHead } from '../list/TableHead.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { useSection } from '../state/use-server-state.ts';
import { Section } from '../state/Section.tsx';

const GROUPS = ['INCOME', 'BOUGHT', 'DEPOSIT', 'REFUND'] as const;

/** The chosen year's statement, once it has loaded. */
export const YearPage = island(function YearPage() {
  const { title } = useTexts('year');
  const state = useSection($yearStatement);
  if (state.kind === 'ready') return <YearTables statement={state.data} />;
  return (
    <section className="sec year-waiting" aria-label={title}>
      <div className="sec-body">
        {state.kind === 'failed' ? <FailureNotice failure={state.failure} retry={refreshYearStatement} /> : <Waiting />}
      </div>
    </section>
  );
});

export interface YearTablesProps {
  statement: YearStatement;
}

/** The year in sums; each line is in the file and in print. */
function YearTables(props: YearTablesProps) {
  return (
    <>
      <Balances {...props} />
      <Receipts {...props} />
      <Gains {...props} />
    </>
  );
}

/** The closing balances’ heading. A year that still runs has none yet, but what there is so far. */
export function closingName({ year, to }: Pick<YearStatement, 'year' | 'to'>, locale: string, texts: Texts<'year'>['balances']): string {
  const isOver = Date.parse(to) >= Date.UTC(year + 1, 0);
  return isOver ? texts.closing : interpolate(texts.soFar, { date: formatDay(to, locale, 'UTC') });
}

function Balances({ statement }: YearTablesProps) {
  const { balances, unknown } = useTexts('year');
  const locale = useLocale();
  const { holdings } = statement;
  const closingTitle = closingName(statement, locale, balances);
  const isWorthALine = ({ kind, opening, closing }: YearStatement['holdings'][number]): boolean =>
    kind === 'WALLET' || opening !== 0n || closing !== 0n;
  const held = (amount: bigint, usd: bigint | null, walletType: string) => (
    <>
      <Figure value={amount} unit={walletType} />
      <small>
        <UsdFigure usd={usd} unknown={unknown} isNamed />
      </small>
    </>
  );
  return (
    <Section id="year-balances" title={balances.title}>
      <table className="table">
        <TableHead
          columns={[{ name: balances.what }, { name: balances.opening, kind: 'figure' }, { name: closingTitle, kind: 'figure' }]}
        />
        <tbody>
          {holdings.filter(isWorthALine).map(({ kind, walletType, opening, openingUsd, closing, closingUsd }) => (
            <tr key={`${kind} ${walletType}`}>
              <th scope="row">{withAside(balances[kind], walletType, locale)}</th>
              <td className="r" data-l={balances.opening}>
                {held(opening, openingUsd, walletType)}
              </td>
              <td className="r" data-l={closingTitle}>
                {held(closing, closingUsd, walletType)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Receipts({ statement: { receipts, income } }: YearTablesProps) {
  const { receipts: names, missing: missingText, unknown } = useTexts('year');
  const { kinds } = useTexts('home').activity;
  const sums = sumReceipts(receipts);
  return (
    <Section id="year-receipts" title={names.title}>
      {sums.length === 0 && <p>{names.none}</p>}
      {sums.length > 0 && (
        <table className="table">
          <TableHead columns={[{ name: names.kind }, { name: names.amount, kind: 'figure' }, { name: names.value, kind: 'figure' }]} />
          <tbody>
            {sums.map(({ group, kind, walletType, amount, usd, missing }) => (
              <tr key={`${group} ${kind} ${walletType}`}>
                <th scope="row">
                  <span>
                    {kinds[kind]}
                    <small>{names[group]}</small>
                  </span>
                </th>
                <td className="r" data-l={names.amount}>
                  <Figure value={amount} unit={walletType} />
                </td>
                <td className="r" data-l={names.value}>
                  <UsdFigure usd={usd} unknown={unknown} />
                  {missing > 0 && <small>{interpolate(missingText, { count: missing })}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <dl className="ledger">
        <div className="sum">
          <dt>{names.total}</dt>
          <dd>
            <UsdFigure usd={income.usd} unknown={unknown} isNamed />
            {income.missing > 0 && <span className="note"> {interpolate(missingText, { count: income.missing })}</span>}
          </dd>
        </div>
      </dl>
    </Section>
  );
}

function Gains({ statement: { gains } }: YearTablesProps) {
  const { gains: names, missing, unknown } = useTexts('year');
  const sums = sumGains(gains);
  return (
    <Section id="year-gains" title={names.title}>
      {sums.length === 0 ? (
        <p>{names.none}</p>
      ) : (
        <table className="table">
          <TableHead
            columns={[
              { name: names.token },
              { name: names.proceeds, kind: 'figure' },
              { name: names.cost, kind: 'figure' },
              { name: names.gain, kind: 'figure' },
            ]}
          />
          <tbody>
            {(sums.length > 1 ? [...sums, addGains(names.total, sums)] : sums).map(({ name, proceeds, cost, gain, missing: unpriced }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {[[names.proceeds, proceeds] as const, [names.cost, cost] as const, [names.gain, gain] as const].map(([label, usd]) => (
                  <td key={label} className="r" data-l={label}>
                    <UsdFigure usd={usd} unknown={unknown} />
                    {label === names.gain && unpriced > 0 && <small>{interpolate(missing, { count: unpriced })}</small>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

interface UsdFigureProps {
  /** Negative for a loss; null if a price is missing. */
  usd: bigint | null;
  /** Instead of a value that is unknown. */
  unknown: string;
  /** Where no heading names the currency. */
  isNamed?: boolean;
}

/** A value in US dollars, or that it is unknown. */
function UsdFigure({ usd, unknown, isNamed = false }: UsdFigureProps) {
  if (usd === null) return <span className="note">{unknown}</span>;
  return <Figure value={usd < 0n ? -usd : usd} {...(isNamed && { unit: 'US$' })} sign={usd < 0n ? '−' : undefined} />;
}

type Receipt = DataOf<typeof yearStatement>['receipts'][number];

interface ReceiptSum extends Pick<Receipt, 'group' | 'kind' | 'walletType'> {
  amount: bigint;
  /** The sum of those whose value is known. */
  usd: bigint;
  /** How many have no known value. */
  missing: number;
}

/** A year's receipts, added up by kind and token; income first. */
export function sumReceipts(receipts: readonly Receipt[]): ReceiptSum[] {
  const sums = new Map<string, ReceiptSum>();
  for (const { group, kind, walletType, amount, usd } of receipts) {
    const key = `${group} ${kind} ${walletType}`;
    const sum = sums.get(key) ?? { group, kind, walletType, amount: 0n, usd: 0n, missing: 0 };
    sum.amount += amount;
    if (usd === null) sum.missing += 1;
    else sum.usd += usd;
    sums.set(key, sum);
  }
  return [...sums.values()].toSorted((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group));
}

type Gain = DataOf<typeof yearStatement>['gains'][number];

interface GainSum {
  /** The token’s, or the total’s. */
  name: string;
  /** Sums of the parts of which all three are known, so that the last is the difference of the others. */
  proceeds: bigint;
  cost: bigint;
  gain: bigint;
  /** How many parts are in none of them. */
  missing: number;
}

/** A year’s gains, added up by token. */
export function sumGains(gains: readonly Gain[]): GainSum[] {
  const sums = new Map<string, GainSum>();
  for (const { walletType: name, proceedsUsd, costUsd, gainUsd } of gains) {
    const isKnown = proceedsUsd !== null && costUsd !== null && gainUsd !== null;
    const [proceeds, cost] = isKnown ? [proceedsUsd, costUsd] : [0n, 0n];
    const sum = sums.get(name);
    const part = { name, proceeds, cost, gain: proceeds - cost, missing: isKnown ? 0 : 1 };
    sums.set(name, sum === undefined ? part : addGains(name, [sum, part]));
  }
  return [...sums.values()];
}

function addGains(name: string, sums: readonly GainSum[]): GainSum {
  const total: GainSum = { name, proceeds: 0n, cost: 0n, gain: 0n, missing: 0 };
  for (const { proceeds, cost, gain, missing } of sums) {
    total.proceeds += proceeds;
    total.cost += cost;
    total.gain += gain;
    total.missing += missing;
  }
  return total;
}
