import { useEffect, useState } from 'react';

/**
 * What is needed only later, fetched when it is wanted; null until it is there. Want it before it is shown: while somebody types, say. What could not
 * be fetched is asked for again when the device is back online.
 */
export function useLater<Module extends object>(load: () => Promise<Module>, isWanted: boolean): Module | null {
  const [module, setModule] = useState<Module | null>(null);
  const isMissing = isWanted && module === null;
  useEffect(() => {
    if (!isMissing) return undefined;
    let isCurrent = true;
    const take = (loaded: Module): void => {
      if (isCurrent) setModule(loaded);
    };
    const ask = (): void => {
      load().then(take, waitUntilOnline);
    };
    const waitUntilOnline = (): void => {
      if (isCurrent) addEventListener('online', ask, { once: true });
    };
    ask();
    return () => {
      isCurrent = false;
      removeEventListener('online', ask);
    };
  }, [isMissing, load]);
  return module;
}
