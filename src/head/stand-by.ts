import { definePart, type Part } from '../lib/visit/define-part.ts';
import { fetchModule } from '../lib/visit/fetch-module.ts';
import { watchDialogs, type DialogsModule } from '../shell/watch-dialogs.ts';
import { watchForIntent, type ShellModule } from '../shell/watch-for-intent.ts';
import { watchForMissing } from './watch-for-missing.ts';

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
