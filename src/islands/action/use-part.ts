import { useEffect, useState } from 'react';
import type { Part } from '../../lib/visit/define-part.ts';

/** `soon`: fetch ahead, for example while the member types. `now`: the page says so if it can't be had. */
export type Wanted = 'not yet' | 'soon' | 'now';

/** A part once it is wanted and has come; null until then. */
export function usePart<Module extends object>(part: Part<Module>, wanted: Wanted): Module | null {
  const [module, setModule] = useState<Module | null>(null);
  const asked = module === null ? wanted : 'not yet';
  useEffect(() => {
    if (asked === 'not yet') return undefined;
    const over = new AbortController();
    void part.whenLoaded({ isAhead: asked === 'soon', signal: over.signal }).then((loaded) => over.signal.aborted || setModule(loaded));
    return () => over.abort();
  }, [asked, part]);
  return module;
}
