import { useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { formatAmount, toDecimalString } from '../../lib/amount.ts';
import type { DataOf } from '../../lib/api/contract/define-call.ts';
import type { TransactionKind } from '../../lib/api/contract/transaction.ts';
import type { yearStatement } from '../../lib/api/contract/year-statement.ts';
import { csvText } from '../../lib/csv-text.ts';
import { joinSentences, labelled, withAside } from '../../lib/i18n/punctuation.ts';
import { isolate } from '../../lib/isolate.ts';
import { $user } from '../../stores/session.ts';
import { $yearStatement, chooseYear, type YearStatement } from '../../stores/year-statement.ts';
import { formatDate, formatDateTime } from '../figures/format-time.ts';
import { Icon } from '../figures/Icon.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { verbatim } from '../jsx/kept-text.ts';
import { downloadFile } from '../list/download-file.ts';
import { printPage } from '../list/print-page.ts';
import { TableHead } from '../list/TableHead.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { useSection } from '../state/use-server-state.ts';
import { useIsAlive } from '../state/use-is-alive.ts';
import { closingName, type YearTablesProps } from './YearPage.tsx';

/** Chooses the year, and saves or prints all of it. */
export const YearBar = island(function YearBar() {
  const { year: yearLabel, csv, print: printLabel, columns, receipts, gains, balances, notes } = useTexts('year');
  const { kinds } = useTexts('home').activity;
  const isAlive = useIsAlive();
  const state = useSection($yearStatement);
  const statement = state.kind === 'ready' ? state.data : null;
  // While another year loads, or doesn't come, it can be changed still.
  const [known, setKnown] = useState<YearStatement | null>(null);
  if (statement !== null && statement !== known) setKnown(statement);
  const [picked, setPicked] = useState<number | null>(null);
  const [isPrinted, setIsPrinted] = useState(false);
  const print = (): void => {
    flushSync(() => setIsPrinted(true));
    printPage(() => setIsPrinted(false));
  };
  const csvOf = (shown: YearStatement): string =>
    yearStatementCsv(shown, {
      columns: {
        ...{ part: columns.part, time: columns.time, id: columns.id },
        ...{ kind: receipts.kind, token: gains.token, amount: receipts.amount, value: receipts.value },
        ...{ acquired: gains.acquired, proceeds: gains.proceeds, cost: gains.cost, gain: gains.gain },
      },
      parts: { ...receipts, opening: columns.opening, closing: columns.closing, gain: columns.gain },
      held: balances,
      kinds,
      notes: [notes.advice, notes.scope, notes.values, notes.method],
    });
  return (
    <div className="filters year-bar">
      <div className="field">
        <label htmlFor="statement-year">{yearLabel}</label>
        <select
          id="statement-year"
          className="input num"
          disabled={!isAlive || known === null}
          value={statement?.year ?? picked ?? known?.year}
          onChange={({ target: { value } }) => {
            setPicked(Number(value));
            chooseYear(Number(value));
          }}
        >
          {(known?.years ?? []).map((year) => (
            <option key={year}>{year}</option>
          ))}
        </select>
      </div>
      <button
        type="button"
        className="btn btn-secondary"
        disabled={!isAlive || statement === null}
        onClick={() => statement && downloadFile(`jufi-${statement.year}.csv`, csvOf(statement))}
      >
        <Icon name="dl" small />
        {csv}
      </button>
      <button type="button" className="btn btn-secondary" disabled={!isAlive || statement === null} onClick={print}>
        {printLabel}
      </button>
      {isPrinted && statement && createPortal(<YearPrint statement={statement} />, document.body)}
    </div>
  );
});

/** For printing only: whose statement it is, what it isn't, and every line to the last digit. Days are UTC, as the year is. */
function YearPrint({ statement }: YearTablesProps) {
  const { balances, receipts, gains, notes, columns, unknown, titleOf, made, madeFor, missing } = useTexts('year');
  const { kinds } = useTexts('home').activity;
  const locale = useLocale();
  const user = $user.get();
  const exact = (amount: bigint): string => formatAmount(amount, { locale });
  const usd = (value: bigint | null): string => (value === null ? unknown : exact(value));
  const total = (name: string, value: bigint | null, unpriced: number): string =>
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
      <h1>{interpolate(titleOf, { year: statement.year })}</h1>
      {user && <p>{interpolate(madeFor, { name: verbatim(isolate(user.username)), uid: verbatim(user.uid), address: user.address })}</p>}
      <p>
        {interpolate(made, { time: formatDateTime(new Date().toISOString(), locale, { day: 'numeric', month: 'long', year: 'numeric' }) })}
      </p>
      <h2>{notes.title}</h2>
      {[notes.advice, notes.scope, notes.values, notes.method].map((note) => (
        <p key={note}>{note}</p>
      ))}
      <h2>{balances.title}</h2>
      <Lines
        head={[balances.what, balances.opening, 'US$', closingName(statement, locale, balances), 'US$ ']}
        rows={statement.holdings.map(({ kind, walletType, opening, openingUsd, closing, closingUsd }) => [
          withAside(balances[kind], walletType, locale),
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

function Lines({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
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

type Statement = DataOf<typeof yearStatement>;
type Group = Statement['receipts'][number]['group'];
type Held = Statement['holdings'][number]['kind'];

interface YearCsvTexts {
  columns: Readonly<
    Record<'part' | 'time' | 'kind' | 'token' | 'amount' | 'value' | 'acquired' | 'proceeds' | 'cost' | 'gain' | 'id', string>
  >;
  parts: Readonly<Record<Group | 'opening' | 'closing' | 'gain', string>>;
  held: Readonly<Record<Held, string>>;
  kinds: Readonly<Record<TransactionKind, string>>;
  /** Disclaimers, one line each, at the end. */
  notes: readonly string[];
}

/** Everything of a year's statement as one table for other programs (RFC 4180). What is unknown is empty. */
export function yearStatementCsv({ from, to, holdings, receipts, gains }: Statement, texts: YearCsvTexts): string {
  const { columns, parts, held, kinds, notes } = texts;
  const balances = (part: 'opening' | 'closing', time: string): string[][] =>
    holdings
      .filter((holding) => holding[part] > 0n)
      .map((holding) => [
        ...[parts[part], time, held[holding.kind], holding.walletType, toDecimalString(holding[part])],
        ...[written(part === 'opening' ? holding.openingUsd : holding.closingUsd), '', '', '', '', ''],
      ]);
  return csvText([
    [
      ...[columns.part, columns.time, columns.kind, columns.token, columns.amount, columns.value],
      ...[columns.acquired, columns.proceeds, columns.cost, columns.gain, columns.id],
    ],
    ...balances('opening', from),
    ...receipts.map(({ group, at, kind, walletType, amount, usd, id }) => [
      ...[parts[group], at, kinds[kind], walletType, toDecimalString(amount), written(usd), '', '', '', ''],
      id,
    ]),
    ...gains.map(({ at, kind, walletType, amount, acquiredAt, proceedsUsd, costUsd, gainUsd, id }) => [
      ...[parts.gain, at, kinds[kind], walletType, toDecimalString(-amount), ''],
      ...[acquiredAt ?? '', written(proceedsUsd), written(costUsd), written(gainUsd), id],
    ]),
    ...balances('closing', to),
    ...notes.map((note) => [note]),
  ]);
}

function written(usd: bigint | null): string {
  return usd === null ? '' : toDecimalString(usd);
}
