import { keptInTab } from '../lib/storage/kept.ts';
import { apiAddress } from '../stores/api.ts';
import { showToast } from '../stores/toasts.ts';
import { shellTexts } from './shell-texts.ts';

const said = keptInTab('jufi:base-url-said');

/** Says, once per tab, that a stored API address is ignored. */
export function sayIgnoredBaseUrl(): void {
  if (apiAddress().ignored === undefined || said.get() !== null) return;
  said.set('1');
  showToast({ kind: 'info', ...shellTexts().notices.baseUrl });
}
