import { useStore } from '@nanostores/react';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import { isolate } from '../../lib/isolate.ts';
import { $user } from '../../stores/session.ts';
import { useIsAlive } from '../state/use-is-alive.ts';
import type { HomeTexts } from './home-texts.ts';
import { partOfDay } from './part-of-day.ts';

/** Greets by the device's clock once hydrated. */
export function Greeting({ texts: { greeting: texts } }: { texts: Pick<HomeTexts, 'greeting'> }): React.JSX.Element {
  const user = useStore($user, { ssr: () => null });
  const isAlive = useIsAlive();
  return (
    <div className="page-head">
      <h1>{isAlive && user ? interpolate(texts[partOfDay(new Date().getHours())], { name: isolate(user.username) }) : texts.waiting}</h1>
    </div>
  );
}
