import { useEffect } from 'react';
import { type FilledIn, readFilledIn } from '../../lib/filled-in.ts';
import { whenActivated } from '../../lib/when-activated.ts';
import { $memberId } from '../../stores/member.ts';
import { useShown } from '../state/use-shown.ts';

/** Hands over what the link to this page fills in, once: a reload keeps what the member has made of it. */
export function useFilledIn(fill: (filledIn: FilledIn) => void): void {
  const memberId = useShown($memberId);
  useEffect(() => {
    if (memberId === null) return;
    const take = (): void => {
      const filledIn = readFilledIn(location.hash);
      if (filledIn === null) return;
      history.replaceState(history.state, '', location.pathname + location.search);
      fill(filledIn);
    };
    // A page drawn ahead may never be shown, and what is filled in takes the place of the member's own draft.
    const activated = whenActivated();
    if (activated) void activated.then(take);
    else take();
  }, [memberId]);
}
