import { fromDecimalString, toDecimalString } from '../../lib/amount.ts';
import type { DataOf } from '../../lib/api/contract/define-call.ts';
import type { yearStatement } from '../../lib/api/contract/year-statement.ts';
import { withAside } from '../../lib/i18n/punctuation.ts';
import { $yearStatement, refreshYearStatement, type YearStatement } from '../../stores/year-statement.ts';
import { Figure } from '../figures/Figure.tsx';
import { Skeleton } from '../figures/Skeleton.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { TableHead } from '../list/TableHead.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { sectionState, useServerState } from '../state/use-server-state.ts';
import { Section } from '../state/Section.tsx';

const GROUPS = ['INCOME', 'BOUGHT', 'DEPOSIT', 'REFUND'] as const;

/** The chosen year's statement, once it has loaded. */
export const YearPage = island(function YearPage(): React.JSX.Element {
  const { title } = useTexts('year');
  const state = sectionState(useServerState($yearStatement));
  if (state.kind === 'ready') return <YearTables statement={state.data} />;
  return (
    <section className="sec year-waiting" aria-label={title}>
      <div className="sec-body">
        {state.kind === 'failed' ? (
          <FailureNotice failure={state.failure} retry={refreshYearStatement} />
        ) : (
          <p aria-busy="true">
            <Skeleton width={16} />
          </p>
        )}
      </div>
    </section>
  );
});

export interface YearTablesProps {
  statement: YearStatement;
}

/** The year in sums; each line is in the file and in print. */
function YearTables(props: YearTablesProps): React.JSX.Element {
  return (
    <>
      <Balances {...props} />
      <Receipts {...props} />
      <Gains {...props} />
    </>
  );
}

function Balances({ statement: { holdings } }: YearTablesProps): React.JSX.Element {
  const { balances, unknown } = useTexts('year');
  const locale = useLocale();
  const isWorthALine = ({ kind, opening, closing }: YearStatement['holdings'][number]): boolean =>
    kind === 'WALLET' || opening !== '0' || closing !== '0';
  const held = (amount: string, usd: string | null, walletType: string): React.JSX.Element => (
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
          columns={[{ name: balances.what }, { name: balances.opening, kind: 'figure' }, { name: balances.closing, kind: 'figure' }]}
        />
        <tbody>
          {holdings.filter(isWorthALine).map(({ kind, walletType, opening, openingUsd, closing, closingUsd }) => (
            <tr key={`${kind} ${walletType}`}>
              <th scope="row">{withAside(balances[kind], walletType, locale)}</th>
              <td className="r" data-l={balances.opening}>
                {held(opening, openingUsd, walletType)}
              </td>
              <td className="r" data-l={balances.closing}>
                {held(closing, closingUsd, walletType)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Receipts({ statement: { receipts, income } }: YearTablesProps): React.JSX.Element {
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
              <tr key={`${kind} ${walletType}`}>
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
                  <UsdFigure usd={toDecimalString(usd)} unknown={unknown} />
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

function Gains({ statement: { gains, gainByToken } }: YearTablesProps): React.JSX.Element {
  const { gains: names, missing, unknown } = useTexts('year');
  return (
    <Section id="year-gains" title={names.title}>
      {gains.length === 0 ? (
        <p>{names.none}</p>
      ) : (
        <table className="table">
          <TableHead columns={[{ name: names.token }, { name: names.gain, kind: 'figure' }]} />
          <tbody>
            {gainByToken.map(({ walletType, gain }) => (
              <tr key={walletType}>
                <th scope="row">{walletType}</th>
                <td className="r" data-l={names.gain}>
                  <UsdFigure usd={gain.usd} unknown={unknown} />
                  {gain.missing > 0 && <small>{interpolate(missing, { count: gain.missing })}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

interface UsdFigureProps {
  /** A decimal string, negative for a loss; null if a price is missing. */
  usd: string | null;
  /** Instead of a value that is unknown. */
  unknown: string;
  /** Where no heading names the currency. */
  isNamed?: boolean;
}

/** A value in US dollars, or that it is unknown. */
function UsdFigure({ usd, unknown, isNamed = false }: UsdFigureProps): React.JSX.Element {
  if (usd === null) return <span className="note">{unknown}</span>;
  const isLoss = usd.startsWith('-');
  const value = fromDecimalString(isLoss ? usd.slice(1) : usd);
  return <Figure value={value} {...(isNamed && { unit: 'US$' })} sign={isLoss ? '−' : undefined} />;
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
    sum.amount += fromDecimalString(amount);
    if (usd === null) sum.missing += 1;
    else sum.usd += fromDecimalString(usd);
    sums.set(key, sum);
  }
  return [...sums.values()].toSorted((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group));
}
