import { formatAmount, fromDecimalString } from '../../lib/amount.ts';
import { systemClock } from '../../lib/clock.ts';
import { interpolate } from '../jsx/interpolate.ts';
import type { StakingPosition } from '../../lib/staking/staking-types.ts';
import { formatDate } from '../figures/format-time.ts';
import { loadCalendar } from '../list/load-calendar.ts';
import type { StakingTexts } from './staking-texts.ts';

const JUF_DECIMALS = 18;

interface CalendarFileProps {
  locale: string;
  positions: readonly StakingPosition[];
  texts: Pick<StakingTexts, 'positions' | 'calendar'>;
}

/** Offers a calendar file with the dates on which stakes mature. */
export function CalendarFile({
  locale,
  positions,
  texts: { positions: words, calendar: texts },
}: CalendarFileProps): React.JSX.Element | null {
  const coming = positions.filter(({ status }) => status === 'ACTIVE');
  if (coming.length === 0) return null;
  const save = async (): Promise<void> => {
    // Offline, or a new release removed the files: pressing again tries again.
    const loaded = await loadCalendar().catch(() => null);
    if (loaded === null) return;
    const dates = coming.map(({ id, amount, startedAt, maturesAt }) => ({
      id,
      at: new Date(maturesAt),
      summary: interpolate(texts.summary, {
        juf: formatAmount(fromDecimalString(amount, JUF_DECIMALS), JUF_DECIMALS, { locale, fractionDigits: 2 }),
      }),
      description: interpolate(texts.text, { date: formatDate(startedAt, locale) }),
    }));
    const facts = { host: location.host, name: texts.name, madeAt: systemClock() };
    loaded.downloadFile(`${texts.file}.ics`, loaded.calendarFile(dates, facts), 'text/calendar');
  };
  return (
    <div className="btn-row">
      <button type="button" className="btn btn-secondary" onClick={() => void save()}>
        {words.calendar}
      </button>
    </div>
  );
}
