import { toDecimalString } from '../../lib/amount.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { sumReceipts } from '../../lib/wallet/sum-receipts.ts';
import type { YearStatement } from '../../stores/year-statement.ts';
import { Figure } from '../figures/Figure.tsx';
import { TableHead } from '../list/TableHead.tsx';
import { useTexts } from '../root/island.ts';
import { Section } from '../state/Section.tsx';
import { UsdFigure } from './UsdFigure.tsx';

export interface YearTablesProps {
  statement: YearStatement;
}

/** The year in sums; each line is in the file and in print. */
export function YearTables(props: YearTablesProps): React.JSX.Element {
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
              <th scope="row">
                {balances[kind]} {walletType}
              </th>
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
