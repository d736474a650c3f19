import { useCallback, useEffect, useState } from 'react';

/** `soon`: fetched ahead, because somebody types, say. `now`: nothing else can be shown. */
type Wanted = 'not yet' | 'soon' | 'now';

export interface Later<Module> {
  /** null until it is there. */
  module: Module | null;
  /** It is wanted now and could not be fetched; stays while it is asked for once more. */
  fault: FetchFault | null;
}

export interface FetchFault {
  isAsking: boolean;
  again: () => void;
}

/**
 * What is needed only later, fetched when it is wanted. What could not be fetched, because the device is offline or a new release took the file
 * away, is asked for again when it is wanted now, when the device is back online, and when the person says so. Browsers of before 2026 remember for
 * the life of a page that a module failed (WHATWG HTML, pull request 10327): there only loading the page again helps, so offer that too.
 */
export function useLater<Module extends object>(load: () => Promise<Module>, wanted: Wanted): Later<Module> {
  const [module, setModule] = useState<Module | null>(null);
  const [tries, setTries] = useState(1);
  const [failedTry, setFailedTry] = useState(0);
  const again = useCallback(() => setTries((before) => before + 1), []);
  const asked = module === null ? wanted : 'not yet';
  useEffect(() => {
    if (asked === 'not yet') return undefined;
    let isCurrent = true;
    load().then(
      (loaded) => isCurrent && setModule(loaded),
      () => {
        if (!isCurrent) return;
        if (asked === 'now') setFailedTry(tries);
        addEventListener('online', again, { once: true });
      },
    );
    return () => {
      isCurrent = false;
      removeEventListener('online', again);
    };
  }, [asked, tries, load, again]);
  return { module, fault: asked === 'now' && failedTry > 0 ? { isAsking: failedTry < tries, again } : null };
}
