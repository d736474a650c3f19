import { useEffect, useState } from 'react';

/** `soon`: fetched ahead, because somebody types, say. `now`: nothing else can be shown. */
type Wanted = 'not yet' | 'soon' | 'now';

export interface Later<Module> {
  /** null until it is there. */
  module: Module | null;
  /** It is wanted now and could not be fetched. */
  isMissing: boolean;
}

/**
 * What is needed only later, fetched when it is wanted. What could not be fetched, because the device is offline or a new release took the file
 * away, is asked for again when it is wanted now and when the device is back online. Most browsers remember for the life of a page that a module
 * failed (WHATWG HTML, pull request 10327): there only loading the page again helps.
 */
export function useLater<Module extends object>(load: () => Promise<Module>, wanted: Wanted): Later<Module> {
  const [module, setModule] = useState<Module | null>(null);
  const [tries, setTries] = useState(0);
  const [isMissing, setMissing] = useState(false);
  const asked = module === null ? wanted : 'not yet';
  useEffect(() => {
    if (asked === 'not yet') return undefined;
    let isCurrent = true;
    const again = (): void => setTries((before) => before + 1);
    load().then(
      (loaded) => isCurrent && setModule(loaded),
      () => {
        if (!isCurrent) return;
        if (asked === 'now') setMissing(true);
        addEventListener('online', again, { once: true });
      },
    );
    return () => {
      isCurrent = false;
      setMissing(false);
      removeEventListener('online', again);
    };
  }, [asked, tries, load]);
  return { module, isMissing: asked === 'now' && isMissing };
}
