import { useState } from 'react';
import { useStore } from '@nanostores/react';
import { formatRate } from '../../lib/format-terms.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { verbatim } from '../jsx/kept-text.ts';
import { isolate } from '../../lib/isolate.ts';
import {
  $bonusFilter,
  $bonusLogPage,
  $bonusPage,
  filterBonuses,
  readWholeBonusLog,
  refreshBonusLog,
} from '../../stores/profile-bonus-log.ts';
import { Notice } from '../action/Notice.tsx';
import { formatDateTime } from '../figures/format-time.ts';
import { Icon } from '../figures/Icon.tsx';
import { downloadFile } from '../list/download-file.ts';
import { ListSection } from '../list/ListSection.tsx';
import { Figure } from '../figures/Figure.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import type { EmptyAct } from '../state/EmptyState.tsx';
import { Section } from '../state/Section.tsx';
import { useIsAlive } from '../state/use-is-alive.ts';
import { bonusesCsv } from './bonuses-csv.ts';
import { BonusFilters } from './BonusFilters.tsx';
import { isCapped } from './is-capped.ts';

interface BonusLogProps {
  invite: EmptyAct;
}

/** All bonuses, filtered and paged, with the purchase and rate behind each. */
export const BonusLog = island(function BonusLog({ invite }: BonusLogProps): React.JSX.Element {
  const { log: words, kinds } = useTexts('bonuses');
  const locale = useLocale();
  const filter = useStore($bonusFilter, { ssr: 'initial' });
  const page = useStore($bonusPage, { ssr: 'initial' });
  const isUnfiltered = Object.values(filter).every((value) => value === null);
  const usdt = (amount: string): React.JSX.Element => <Figure value={amount} unit="USDT" />;
  return (
    <Section id="log" title={words.title}>
      <BonusFilters filter={filter} choose={filterBonuses} />
      <BonusExport />
      <ListSection
        $list={$bonusLogPage}
        page={page}
        turn={(next) => $bonusPage.set(next)}
        empty={isUnfiltered ? words.empty : words.emptyFiltered}
        emptyAct={isUnfiltered ? invite : undefined}
        columns={[
          {
            name: words.columns.from,
            show: ({ from, kind }) => (
              <span className="stack">
                {verbatim(isolate(from.username))}
                <small>{kinds[kind]}</small>
              </span>
            ),
          },
          { name: words.columns.level, kind: 'figure', show: ({ level }) => level },
          {
            name: words.columns.base,
            kind: 'figure',
            show: ({ base, rate }) => (
              <span className="stack">
                {usdt(base)}
                <small>{interpolate(words.times, { rate: formatRate(rate, locale) })}</small>
              </span>
            ),
          },
          {
            name: words.columns.amount,
            kind: 'figure',
            show: (bonus) => (
              <span className="stack">
                {usdt(bonus.amount)}
                <small>{isCapped(bonus) ? words.capped : words.statuses[bonus.status]}</small>
              </span>
            ),
          },
          { name: words.columns.time, kind: 'figure', show: ({ createdAt }) => formatDateTime(createdAt, locale) },
        ]}
        retry={refreshBonusLog}
      />
    </Section>
  );
});

type Progress = { kind: 'idle' } | { kind: 'reading'; page: number; pages: number } | { kind: 'failed' };

/** Downloads all pages of the filtered list. A partial list is never saved as if it were complete. */
function BonusExport(): React.JSX.Element {
  const { log: words, kinds } = useTexts('bonuses');
  const isAlive = useIsAlive();
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' });
  const save = async (): Promise<void> => {
    if (progress.kind === 'reading') return;
    try {
      const rows = await readWholeBonusLog($bonusFilter.get(), (page, pages) => setProgress({ kind: 'reading', page, pages }));
      setProgress({ kind: 'idle' });
      downloadFile(`jufi-bonuses-${new Date().toISOString().slice(0, 10)}.csv`, bonusesCsv(rows, { log: words, kinds }));
    } catch {
      setProgress({ kind: 'failed' });
    }
  };
  return (
    <>
      <div className="btn-row exports">
        <button
          type="button"
          className="btn btn-secondary"
          disabled={!isAlive}
          aria-busy={progress.kind === 'reading'}
          onClick={() => void save()}
        >
          <Icon name="dl" small />
          {words.csv}
        </button>
        <span className="note num" role="status">
          {progress.kind === 'reading' && interpolate(words.csvBusy, { page: progress.page, pages: progress.pages })}
        </span>
      </div>
      {progress.kind === 'failed' && <Notice kind="failed" text={words.csvFailed} />}
    </>
  );
}
