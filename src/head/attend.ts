import { suspectUpdate } from '../lib/visit/suspect-update.ts';
import { watchDialogs, type DialogsModule } from '../shell/watch-dialogs.ts';
import { watchForIntent, type ShellModule } from '../shell/watch-for-intent.ts';

/** The eager part of the shell. `isAwaited`: the rest has something to do before anybody acts. */
export function attend(isAwaited: boolean): void {
  watchDialogs(fetchDialogs);
  watchForIntent(isAwaited, fetchShell);
}

/** The modules belong to the site's build and are loaded by address: this script is bundled alone and shares nothing with them. */
function fetchShell(): Promise<ShellModule> {
  return orSuspectUpdate(import(/* @vite-ignore */ import.meta.env.SHELL_ADDRESS) as Promise<ShellModule>);
}

function fetchDialogs(): Promise<DialogsModule> {
  // The module needs these texts; preloading them saves a round trip.
  texts ??= preload(`/locales/${document.documentElement.dataset.language ?? 'en'}/session.json`);
  return orSuspectUpdate(import(/* @vite-ignore */ import.meta.env.DIALOGS_ADDRESS) as Promise<DialogsModule>);
}

function orSuspectUpdate<Module>(fetched: Promise<Module>): Promise<Module> {
  fetched.catch(suspectUpdate);
  return fetched;
}

let texts: HTMLLinkElement | undefined;

function preload(href: string): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href });
  document.head.append(link);
  return link;
}
