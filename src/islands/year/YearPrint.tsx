import { formatAmount } from '../../lib/amount.ts';
import { joinList, joinSentences, labelled } from '../../lib/i18n/punctuation.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { verbatim } from '../jsx/kept-text.ts';
import { isolate } from '../../lib/isolate.ts';
import { $user } from '../../stores/session.ts';
import { formatDate, formatDateTime } from '../figures/format-time.ts';
import { TableHead } from '../list/TableHead.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import type { YearTablesProps } from './YearTables.tsx';

/** For printing only: whose statement it is, what it isn't, and every line to the last digit. Days are UTC, as the year is. */
export function YearPrint({ statement }: YearTablesProps): React.JSX.Element {
  const { balances, receipts, gains, notes, columns, unknown, title, made, missing } = useTexts('year');
  const { kinds } = useTexts('home').activity;
  const locale = useLocale();
  const user = $user.get();
  const exact = (amount: string): string => formatAmount(amount, { locale });
  const usd = (value: string | null): string => {
    if (value === null) return unknown;
    return value.startsWith('-') ? `−${exact(value.slice(1))}` : exact(value);
  };
  const total = (name: string, value: string | null, unpriced: number): string =>
    joinSentences(
      [
        labelled(name, value === null ? unknown : inUsd(usd(value)), locale),
        ...(unpriced > 0 ? [interpolate(missing, { count: unpriced })] : []),
      ],
      locale,
    );
  const day = (at: string | null): string => (at === null ? '' : formatDate(at, locale, 'UTC'));
  return (
    <section className="statement">
      <h1>
        {title} {statement.year}
      </h1>
      {user && <p>{verbatim(joinList([isolate(user.username), `UID ${user.uid}`, user.address], locale))}</p>}
      <p>
        {interpolate(made, { time: formatDateTime(new Date().toISOString(), locale, { day: 'numeric', month: 'long', year: 'numeric' }) })}
      </p>
      <h2>{notes.title}</h2>
      {[notes.advice, notes.scope, notes.values, notes.method].map((note) => (
        <p key={note}>{note}</p>
      ))}
      <h2>{balances.title}</h2>
      <Lines
        head={[balances.what, balances.opening, 'US$', balances.closing, 'US$ ']}
        rows={statement.holdings.map(({ kind, walletType, opening, openingUsd, closing, closingUsd }) => [
          `${balances[kind]} ${walletType}`,
          ...[exact(opening), usd(openingUsd), exact(closing), usd(closingUsd)],
        ])}
      />
      <h2>{receipts.title}</h2>
      <Lines
        head={[columns.time, receipts.kind, columns.part, receipts.amount, receipts.value]}
        rows={statement.receipts.map(({ at, kind, group, amount, walletType, usd: value }) => [
          ...[day(at), kinds[kind], receipts[group], `${exact(amount)}\u00a0${walletType}`, usd(value)],
        ])}
      />
      <p>{total(receipts.total, statement.income.usd, statement.income.missing)}</p>
      <h2>{gains.title}</h2>
      <Lines
        head={[columns.time, receipts.kind, receipts.amount, gains.acquired, gains.proceeds, gains.cost, gains.gain]}
        rows={statement.gains.map(({ at, kind, amount, walletType, acquiredAt, proceedsUsd, costUsd, gainUsd }) => [
          ...[day(at), kinds[kind], `${exact(amount)}\u00a0${walletType}`, day(acquiredAt)],
          ...[usd(proceedsUsd), usd(costUsd), usd(gainUsd)],
        ])}
      />
      {statement.gainByToken.map(({ walletType, gain }) => (
        <p key={walletType}>{total(walletType, gain.usd, gain.missing)}</p>
      ))}
    </section>
  );
}

/** A loss has its minus before the currency, as on the screen. */
function inUsd(amount: string): string {
  return amount.startsWith('−') ? `−US$\u00a0${amount.slice(1)}` : `US$\u00a0${amount}`;
}

function Lines({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }): React.JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <table>
      <TableHead columns={head.map((name) => ({ name }))} />
      <tbody>
        {rows.map((cells, line) => (
          <tr key={line}>
            {cells.map((cell, column) => (
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
