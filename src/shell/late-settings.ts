import { localePath, splitLocalePath } from '../lib/i18n/locale-path.ts';
import { leaveFor } from '../lib/visit/leave-for.ts';
import { $language } from '../stores/language.ts';
import { pageLanguage } from '../stores/page-language.ts';
import { hasLocalStorage } from '../lib/storage/kept.ts';
import { whenLoaded } from '../stores/persistence.ts';

/**
 * Applies the language rule where the stored language is only available asynchronously, after the head script has run. Keeps the page's
 * language if the person has already started using it.
 */
export async function applyLateLanguage(): Promise<void> {
  if (hasLocalStorage()) return;
  const person = { hasActed: false };
  const noteAct = (): void => void (person.hasActed = true);
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, noteAct, { once: true, capture: true });
  await whenLoaded;
  const language = $language.get();
  if (person.hasActed || language === undefined || language === pageLanguage()) return;
  const { path } = splitLocalePath(location.pathname);
  leaveFor(localePath(language, path) + location.search + location.hash, { replace: true });
}
