import { useStore } from '@nanostores/react';
import { interpolate } from '../jsx/interpolate.ts';
import { isolate } from '../../lib/isolate.ts';
import { $user } from '../../stores/session.ts';
import { shownTimeZone } from '../../stores/now.ts';
import { island, useTexts } from '../root/island.ts';
import { useIsAlive } from '../state/use-is-alive.ts';

/** Greets by the clock that times are shown by, once hydrated. */
export const Greeting = island(function Greeting() {
  const texts = useTexts('home').greeting;
  const user = useStore($user, { ssr: () => null });
  const isAlive = useIsAlive();
  const part = partOfDay(shownHour(new Date(), shownTimeZone()));
  return (
    <div className="page-head">
      <h1>{isAlive && user ? interpolate(texts[part], { name: isolate(user.username) }) : texts.waiting}</h1>
    </div>
  );
});

/** Takes the hour of a local clock, 0 to 23. */
export function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' | 'night' {
  if (hour < 4) return 'night';
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
}

/** The hour of the clock that the member's times are shown by. */
export function shownHour(at: Date, timeZone: 'UTC' | undefined): number {
  return timeZone === 'UTC' ? at.getUTCHours() : at.getHours();
}
