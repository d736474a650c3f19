import type { ArrivalKind } from '../lib/visit/decide-arrival.ts';
import { definePart, type Part, PART_MISSING, PART_SETTLED, type PartNews } from '../lib/visit/define-part.ts';
import { fetchModule } from '../lib/visit/fetch-module.ts';
import { loadAnew } from '../lib/visit/leave-for.ts';
import { UPDATE_SUSPECTED } from '../lib/visit/suspect-update.ts';
import { carriedArrival } from '../lib/visit/tab-marks.ts';
import { lower, onDialogs, raise } from '../shell/top-layer.ts';
import { type DialogsModule, watchDialogs } from '../shell/watch-dialogs.ts';
import { type ShellModule, watchForIntent } from '../shell/watch-for-intent.ts';

const PATIENCE_MS = 8_000;

/** The eager part of the shell. `isAwaited`: the rest has something to do before anybody acts. */
export function standBy(isAwaited: boolean): void {
  watchForMissing();
  watchDialogs(moduleAt<DialogsModule>(import.meta.env.DIALOGS_ADDRESS, preloadTexts));
  watchForIntent(isAwaited, moduleAt<ShellModule>(import.meta.env.SHELL_ADDRESS));
}

/** The modules belong to the site's build and are loaded by address: this script is bundled alone and shares nothing with them. */
function moduleAt<Module>(address: string, prepare?: () => void): Part<Module> {
  return definePart(async () => {
    prepare?.();
    await fetchModule(address);
    return (await import(/* @vite-ignore */ address)) as Module;
  });
}

let texts: HTMLLinkElement | undefined;

/** The dialogs need these: preloading them saves a round trip. */
function preloadTexts(): void {
  if (texts) return;
  const href = `/locales/${document.documentElement.dataset.language ?? 'en'}/session.json`;
  texts = Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href });
  document.head.append(texts);
}

/**
 * Says that a part of the page couldn't be loaded, for as long as that is so, and tries again when asked. In an inline script, because a page whose scripts
 * don't come has to say so too.
 */
function watchForMissing(): void {
  const missing = new Set<PartNews>();
  const findNotice = (): HTMLElement | null => document.getElementById('missing-notice');
  const show = (): void => {
    const notice = findNotice();
    if (!notice || missing.size === 0) return;
    raise(notice);
    // The button tries again; a press on it isn't another chance.
    const keep = (event: Event): void => event.stopPropagation();
    notice.onpointerdown = keep;
    notice.onkeydown = keep;
    const button = notice.querySelector('button');
    if (button) button.onclick = () => void tryAgain(button, missing);
  };
  addEventListener(PART_MISSING, ({ detail }) => {
    missing.add(detail);
    show();
    // Perhaps it was removed by a new release.
    dispatchEvent(new Event(UPDATE_SUSPECTED));
  });
  addEventListener(PART_SETTLED, ({ detail }) => {
    const notice = findNotice();
    if (missing.delete(detail) && missing.size === 0 && notice) lower(notice);
  });
  onDialogs(show);
}

async function tryAgain(button: HTMLButtonElement, missing: ReadonlySet<PartNews>): Promise<void> {
  if (button.hasAttribute('aria-busy')) return;
  button.setAttribute('aria-busy', 'true');
  const timeOut = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([timeOut, Promise.allSettled([...missing].map((retry) => retry()))]);
  // Files that are there and still can't be imported are remembered as failed, or are of an earlier build. Without a connection, though, loading the page
  // anew would leave the person with none at all.
  if (missing.size > 0 && (await isPageThere())) {
    const found = window.jufiArrival;
    loadAnew(found?.linkToken === undefined ? undefined : carry(found, location.pathname));
  }
  button.removeAttribute('aria-busy');
}

async function isPageThere(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })).ok;
  } catch {
    return false;
  }
}

/**
 * Returns the address of a page of ours to go on to, which carries along how this one was reached, and the login link's token. If the tab can't store
 * anything, the token goes back into the address.
 */
export function carry({ kind, linkToken }: ArrivalFound, path: string): string {
  const query = new URLSearchParams(location.search);
  const isCarried = carriedArrival.set({ path, atMs: Date.now(), kind, token: linkToken });
  if (isCarried || linkToken === undefined) return path + location.search + location.hash;
  query.set('token', linkToken);
  return `${path}?${query}${location.hash}`;
}

/** What the head script found out about how the page was reached. */
export interface ArrivalFound {
  kind: ArrivalKind;
  /** The login link's token, kept only in memory and taken once by the script that verifies it. An empty string is an empty token. */
  linkToken?: string | undefined;
  /** Whether the visit rule ends the session on this page unless the login link proves valid. */
  endsSession: boolean;
  /** The page being navigated to; nothing else should start. */
  leavingFor?: string;
  /** The device refused to store something. */
  storageRefused: boolean;
}
