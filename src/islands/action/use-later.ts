import { useEffect, useState } from 'react';
import { suspectUpdate } from '../../lib/visit/suspect-update.ts';

/** `soon`: fetch ahead, for example while the member types. `now`: nothing else can be shown. */
type Wanted = 'not yet' | 'soon' | 'now';

export interface Later<Module> {
  /** Null until loaded. */
  module: Module | null;
  /** It is needed now but couldn't be loaded. */
  isMissing: boolean;
}

/**
 * Loads a module once it is wanted. A failed load (device offline, or file removed by a new release) is retried when the module is wanted
 * `now` and when the device comes back online. Most browsers remember a failed module for the life of the page (WHATWG HTML, pull request
 * 10327); there only a reload helps.
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
        suspectUpdate();
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
