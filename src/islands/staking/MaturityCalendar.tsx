import { formatAmount } from '../../lib/amount.ts';
import { systemClock } from '../../lib/clock.ts';
import { calendarFile } from '../../lib/calendar/calendar-file.ts';
import { interpolate } from '../jsx/interpolate.ts';
import type { StakingPosition } from '../../lib/staking/staking-types.ts';
import { formatDate } from '../figures/format-time.ts';
import { downloadFile } from '../list/download-file.ts';
import { useLocale, useTexts } from '../root/island.ts';

interface MaturityCalendarProps {
  positions: readonly StakingPosition[];
}

/** Offers a calendar file with the dates on which stakes mature. */
export function MaturityCalendar({ positions }: MaturityCalendarProps): React.JSX.Element | null {
  const { positions: words, calendar: texts } = useTexts('staking');
  const locale = useLocale();
  const coming = positions.filter(({ status }) => status === 'ACTIVE');
  if (coming.length === 0) return null;
  const save = (): void => {
    const dates = coming.map(({ id, amount, startedAt, maturesAt }) => ({
      id,
      at: new Date(maturesAt),
      summary: interpolate(texts.summary, {
        juf: formatAmount(amount, { locale, fractionDigits: 2 }),
      }),
      description: interpolate(texts.text, { date: formatDate(startedAt, locale) }),
    }));
    const facts = { host: location.host, name: texts.name, madeAt: systemClock() };
    downloadFile(`${texts.file}.ics`, calendarFile(dates, facts), 'text/calendar');
  };
  return (
    <div className="btn-row">
      <button type="button" className="btn btn-secondary" onClick={save}>
        {words.calendar}
      </button>
    </div>
  );
}
