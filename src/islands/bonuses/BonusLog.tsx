import { formatRate } from '../../lib/format-terms.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { verbatim } from '../jsx/kept-text.ts';
import { isolate } from '../../lib/isolate.ts';
import {
  $bonusFilter,
  $bonusLogPage,
  $bonusPage,
  type Bonus,
  everyBonus,
  filterBonuses,
  readWholeBonusLog,
  refreshBonusLog,
} from '../../stores/profile-bonus-log.ts';
import { formatDateTime } from '../figures/format-time.ts';
import { Choice } from '../list/Choice.tsx';
import { ListExport } from '../list/ListExport.tsx';
import { ListFilters } from '../list/ListFilters.tsx';
import { ListSection } from '../list/ListSection.tsx';
import { Figure } from '../figures/Figure.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import type { EmptyAct } from '../state/FailureNotice.tsx';
import { Section } from '../state/Section.tsx';
import { mulDivFloor, toDecimalString } from '../../lib/amount.ts';
import { BASIS_POINTS } from '../../lib/basis-points.ts';
import { csvText } from '../../lib/csv-text.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { spreadsheetMember } from '../../lib/spreadsheet-text.ts';
import { useShown } from '../state/use-shown.ts';

interface BonusLogProps {
  invite: EmptyAct;
}

/** Providers may round to the token's own decimals: six for USDT. */
const ROUNDING = 10n ** 12n;

/** All bonuses, filtered and paged, with the purchase and rate behind each. */
export const BonusLog = island(function BonusLog({ invite }: BonusLogProps) {
  const { log: words, kinds } = useTexts('bonuses');
  const locale = useLocale();
  const filter = useShown($bonusFilter);
  const page = useShown($bonusPage);
  const isUnfiltered = Object.values(filter).every((value) => value === null);
  const usdt = (amount: bigint) => <Figure value={amount} unit="USDT" />;
  return (
    <Section id="log" title={words.title}>
      <BonusFilters />
      <ListExport
        read={(onPage) => readWholeBonusLog($bonusFilter.get(), onPage)}
        name="jufi-bonuses"
        csvOf={(rows) => bonusesCsv(rows, { log: words, kinds })}
        texts={words}
      />
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

function BonusFilters() {
  const { log: words, kinds } = useTexts('bonuses');
  const filter = useShown($bonusFilter);
  const texts = { ...words, kind: words.columns.kind, from: words.fromDay, to: words.toDay };
  return (
    <ListFilters id="bonus" filter={filter} none={everyBonus} choose={filterBonuses} kinds={kinds} texts={texts}>
      <Choice
        id="bonus-level"
        name={words.columns.level}
        options={[null, 1, 2, 3]}
        labelOf={(level) => level ?? words.all}
        chosen={filter.level}
        choose={(level) => filterBonuses({ ...filter, level })}
      />
    </ListFilters>
  );
}

/** Whether the role's limit made a bonus smaller than its rate times the purchase. */
export function isCapped({ base, rate, amount }: Pick<Bonus, 'base' | 'rate' | 'amount'>): boolean {
  const whole = mulDivFloor(base, BigInt(rate), BASIS_POINTS);
  return whole - amount >= ROUNDING;
}

type CsvTexts = Pick<Texts<'bonuses'>, 'log' | 'kinds'>;

const COLUMNS = ['time', 'kind', 'level', 'from', 'base', 'rate', 'amount', 'status', 'id'] as const;

/** The log as CSV for other programs: exact decimal strings with a point, rates in basis points, times in UTC. */
export function bonusesCsv(rows: readonly Bonus[], { log: { columns }, kinds }: CsvTexts): string {
  const lines = rows.map(({ createdAt, kind, level, from, base, rate, amount, status, id }) => [
    createdAt,
    kinds[kind],
    String(level),
    spreadsheetMember(from),
    toDecimalString(base),
    String(rate),
    toDecimalString(amount),
    status,
    id,
  ]);
  return csvText([COLUMNS.map((name) => columns[name]), ...lines]);
}
