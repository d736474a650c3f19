import { $sessions } from '../../stores/profile-sessions.ts';
import { $tellMe, refreshTellMe } from '../../stores/tell-me.ts';
import { island, useTexts } from '../root/island.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { Section } from '../state/Section.tsx';
import { sectionState } from '../state/section-state.ts';
import { useServerState } from '../state/use-server-state.ts';
import { CalendarFeed } from './CalendarFeed.tsx';
import { PushSettings } from './PushSettings.tsx';

const ID = 'tell-me';

/** Settings for the system's notifications and for the calendar. Hidden if the provider doesn't offer them. */
export const TellMe = island(function TellMe(): React.JSX.Element | null {
  const { panel } = useTexts('notices');
  const state = sectionState(useServerState($tellMe));
  const areSessionsComing = sectionState(useServerState($sessions)).kind === 'loading';
  if (state.kind === 'failed') return <FailureNotice failure={state.failure} retry={refreshTellMe} />;
  if (state.kind === 'ready' && state.data === null) return null;
  // The rows of the sessions above would move it.
  if (state.kind !== 'ready' || state.data === null || areSessionsComing) return <div id={ID} aria-busy="true" />;
  return (
    <Section id={ID} title={panel.title}>
      {state.data.publicKey !== null && <PushSettings {...state.data} publicKey={state.data.publicKey} />}
      <CalendarFeed since={state.data.feedSince} />
    </Section>
  );
});
