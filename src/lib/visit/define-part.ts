/** Dispatched at the window, which the page's own script and its modules share, with `PartNews` as detail. */
export const PART_MISSING = 'jufi:part-missing';
/** It came after all, or nobody needs it any longer. */
export const PART_SETTLED = 'jufi:part-settled';

/** How to ask for the part in question once more; also tells parts apart. */
export type PartNews = () => Promise<unknown>;

declare global {
  interface WindowEventMap {
    [PART_MISSING]: CustomEvent<PartNews>;
    [PART_SETTLED]: CustomEvent<PartNews>;
  }
}

export interface Part<Loaded> {
  /** For what a person asked for just now. Rejects once several tries have failed, which the page has then said; asked again, it tries again. */
  load: () => Promise<Loaded>;
  /**
   * For what nobody asks for a second time. Never rejects: while it's missing, it is tried again whenever the device comes online and whenever the person
   * acts. Nothing is said if it `isAhead` of any need. It ends with the signal.
   */
  whenLoaded: (options?: { isAhead?: boolean; signal?: AbortSignal }) => Promise<Loaded>;
}

/** Pauses between tries: most losses are of a moment. */
const PAUSES_MS = [300, 1_500];
/** A request may also hang: by then the page says that something is missing, and still takes it when it comes. */
const LATE_AFTER_MS = 15_000;
const CHANCES = ['online', 'pointerdown', 'keydown'] as const;

/**
 * A part of the site that isn't there from the start: a script by `import()`, or texts. All are loaded through this, so that each has the same answer when
 * it doesn't come: tries, a word to the person by `src/head/stand-by.ts`, and another try. Where that doesn't help either, the
 * notice's button loads the page anew.
 */
export function definePart<Loaded>(fetchPart: () => Promise<Loaded>): Part<Loaded> {
  let arrive: (loaded: Loaded) => void;
  const arrival = new Promise<Loaded>((resolve) => (arrive = resolve));
  let loading: Promise<Loaded> | undefined;
  const get = (): Promise<Loaded> => {
    if (loading) return loading;
    loading = tryRepeatedly(fetchPart);
    loading.then(
      (loaded) => {
        arrive(loaded);
        tell(PART_SETTLED, get);
      },
      () => (loading = undefined),
    );
    return loading;
  };
  const load = async (): Promise<Loaded> => {
    const late = setTimeout(() => tell(PART_MISSING, get), LATE_AFTER_MS);
    try {
      return await get();
    } catch (error) {
      tell(PART_MISSING, get);
      throw error;
    } finally {
      clearTimeout(late);
    }
  };
  return {
    load,
    whenLoaded: ({ isAhead = false, signal } = {}) => {
      const ask = (): void => void (isAhead ? get() : load()).catch(() => atNextChance(ask, signal));
      ask();
      signal?.addEventListener('abort', () => tell(PART_SETTLED, get), { once: true });
      return arrival;
    },
  };
}

async function tryRepeatedly<Loaded>(fetchPart: () => Promise<Loaded>): Promise<Loaded> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await fetchPart();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return fetchPart();
}

function atNextChance(act: () => void, signal = new AbortController().signal): void {
  if (signal.aborted) return;
  const waiting = new AbortController();
  const once = { signal: waiting.signal };
  signal.addEventListener('abort', () => waiting.abort(), once);
  const take = (): void => {
    waiting.abort();
    act();
  };
  for (const type of CHANCES) addEventListener(type, take, once);
}

function tell(type: typeof PART_MISSING | typeof PART_SETTLED, detail: PartNews): void {
  dispatchEvent(new CustomEvent(type, { detail }));
}
