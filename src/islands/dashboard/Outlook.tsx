import type { LanguageCode } from '../../lib/i18n/languages.ts';
import { $outlook, refreshOutlook } from '../../stores/dashboard.ts';
import { formatDay } from '../figures/format-time.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { island, useLocale, useTexts } from '../root/island.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { sectionState } from '../state/section-state.ts';
import { useServerState } from '../state/use-server-state.ts';
import { Coming } from './Coming.tsx';
import { Month } from './Month.tsx';

/** What the member earned this month beside what comes next. Hidden if the provider doesn't offer it. */
export const Outlook = island(function Outlook({ language }: { language: LanguageCode }): React.JSX.Element | null {
  const { month, coming } = useTexts('home');
  const locale = useLocale();
  const state = sectionState(useServerState($outlook));
  if (state.kind === 'ready' && state.data === null) return null;
  const data = state.kind === 'ready' ? state.data : null;
  return (
    <div className="sec sec-wide">
      <div className="split outlook" aria-busy={state.kind === 'loading'}>
        <section className="sec-body" aria-labelledby="month">
          <div className="sec-head">
            <h2 id="month">{month.title}</h2>
            {data && <p className="note">{interpolate(month.note, { date: formatDay(data.month.from, locale, 'UTC') })}</p>}
          </div>
          {state.kind === 'failed' && <FailureNotice failure={state.failure} retry={refreshOutlook} />}
          {state.kind === 'loading' && <Skeleton width={16} />}
          {data && <Month month={data.month} />}
        </section>
        <section className="sec-body" aria-labelledby="coming">
          <div className="sec-head">
            <h2 id="coming">{coming.title}</h2>
          </div>
          {data && <Coming coming={data.coming} language={language} />}
        </section>
      </div>
    </div>
  );
});
