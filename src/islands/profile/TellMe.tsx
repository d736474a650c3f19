import type { Texts } from '../../lib/i18n/page-texts.ts';
import { $tellMe, refreshTellMe } from '../../stores/tell-me.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { Section } from '../state/Section.tsx';
import { sectionState } from '../state/section-state.ts';
import type { StateTexts } from '../state/state-texts.ts';
import { useServerState } from '../state/use-server-state.ts';
import { CalendarFeed } from './CalendarFeed.tsx';
import { PushSettings } from './PushSettings.tsx';

export type TellMeTexts = Texts<'notices'>['panel'];

interface TellMeProps {
  locale: string;
  texts: { panel: TellMeTexts; state: StateTexts };
}

/** How the member is told what happens: by the system's notifications, and by a calendar. Hidden if the provider doesn't offer it. */
export function TellMe({ locale, texts: { panel, state: stateTexts } }: TellMeProps): React.JSX.Element | null {
  const state = sectionState(useServerState($tellMe));
  if (state.kind === 'failed') return <FailureNotice failure={state.failure} texts={stateTexts} retry={refreshTellMe} />;
  if (state.kind === 'ready' && state.data === null) return null;
  return (
    <Section id="tell-me" title={panel.title}>
      {state.kind === 'ready' && state.data !== null ? (
        <>
          {state.data.publicKey !== null && <PushSettings {...state.data} publicKey={state.data.publicKey} locale={locale} texts={panel} />}
          <CalendarFeed since={state.data.feedSince} locale={locale} texts={panel} />
        </>
      ) : (
        <p aria-busy="true">
          <Skeleton width={16} />
        </p>
      )}
    </Section>
  );
}
