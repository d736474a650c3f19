import { useStore } from '@nanostores/react';
import { useSyncExternalStore } from 'react';
import { interpolate } from '../../lib/i18n/interpolate.ts';
import { $user } from '../../stores/session.ts';
import type { HomeTexts } from './home-texts.ts';
import { partOfDay } from './part-of-day.ts';

const neverChanges = (): (() => void) => () => undefined;

/** Greets by the clock of the person's own device, once it is there. */
export function Greeting({ texts: { greeting: texts } }: { texts: Pick<HomeTexts, 'greeting'> }): React.JSX.Element {
  const user = useStore($user, { ssr: () => null });
  const hydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return (
    <div className="page-head">
      <h1>{hydrated && user ? interpolate(texts[partOfDay(new Date().getHours())], { name: user.username }) : texts.waiting}</h1>
    </div>
  );
}
