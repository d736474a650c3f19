import { useState } from 'react';
import { systemClock } from '../../lib/clock.ts';
import { formatAmount } from '../../lib/amount.ts';
import { interpolate } from '../jsx/interpolate.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import type { TreasuryPurchase } from '../../lib/treasury/treasury-types.ts';
import { calendarFile } from '../../lib/calendar/calendar-file.ts';
import { $allPurchases } from '../../stores/treasury-history.ts';
import { downloadFile } from '../list/download-file.ts';
import { formatLongDate } from '../figures/format-long-date.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { sectionState } from '../state/section-state.ts';
import { useServerState } from '../state/use-server-state.ts';

/** Offers a calendar file with the dates on which purchases are fully vested. */
export function VestingCalendar({ host }: { host: string }): React.JSX.Element | null {
  const { calendar, purchases } = useTexts('treasury');
  const locale = useLocale();
  const state = sectionState(useServerState($allPurchases));
  const [isCut, setCut] = useState(false);
  if (state.kind !== 'ready') return null;
  const coming = state.data.content.filter(({ status }) => status === 'VESTING');
  if (coming.length === 0) return null;
  const save = (): void => {
    setCut(!state.data.isWhole);
    downloadFile(`${calendar.file}.ics`, composeFile(coming, { locale, host, texts: calendar }), 'text/calendar');
  };
  return (
    <>
      <button type="button" className="btn btn-secondary" onClick={save}>
        {purchases.calendar}
      </button>
      {isCut && <p className="note">{interpolate(purchases.calendarTruncated, { count: state.data.content.length })}</p>}
    </>
  );
}

function composeFile(
  purchases: readonly TreasuryPurchase[],
  { locale, host, texts }: { locale: string; host: string; texts: Texts<'treasury'>['calendar'] },
): string {
  const dates = purchases.map((purchase) => ({
    id: purchase.id,
    at: new Date(purchase.vestingEndsAt),
    summary: interpolate(texts.summary, {
      name: purchase.treasuryName,
      juf: formatAmount(purchase.juf, { locale, fractionDigits: 2 }),
    }),
    description: interpolate(texts.text, {
      date: formatLongDate(purchase.createdAt, locale),
      paid: formatAmount(purchase.paid, { locale }),
    }),
  }));
  return calendarFile(dates, { host, name: texts.name, madeAt: systemClock() });
}
