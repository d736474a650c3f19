import { useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { yearStatementCsv } from '../../lib/wallet/year-statement-csv.ts';
import { $yearStatement, chooseYear, type YearStatement } from '../../stores/year-statement.ts';
import { Icon } from '../figures/Icon.tsx';
import { downloadFile } from '../list/download-file.ts';
import { island, useTexts } from '../root/island.ts';
import { sectionState } from '../state/section-state.ts';
import { useIsAlive } from '../state/use-is-alive.ts';
import { useServerState } from '../state/use-server-state.ts';
import { YearPrint } from './YearPrint.tsx';

/** Chooses the year, and saves or prints all of it. */
export const YearBar = island(function YearBar(): React.JSX.Element {
  const { year: yearLabel, csv, print: printLabel, columns, receipts, gains, balances, notes } = useTexts('year');
  const { kinds } = useTexts('home').activity;
  const isAlive = useIsAlive();
  const state = sectionState(useServerState($yearStatement));
  const statement = state.kind === 'ready' ? state.data : null;
  const [isPrinted, setIsPrinted] = useState(false);
  const print = (): void => {
    flushSync(() => setIsPrinted(true));
    window.print();
    setIsPrinted(false);
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
          disabled={!isAlive || statement === null}
          value={statement?.year}
          onChange={({ target: { value } }) => chooseYear(Number(value))}
        >
          {(statement?.years ?? []).map((year) => (
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
