import { tabStorage } from '../lib/storage/safe-storage.ts';
import { shellKeys } from '../lib/storage/storage-keys.ts';
import { apiAddress } from '../stores/api.ts';
import { showToast } from '../stores/toasts.ts';
import { shellTexts } from './shell-texts.ts';

/** Says, once per tab, that a stored API address is ignored. */
export function sayIgnoredBaseUrl(): void {
  if (apiAddress().ignored === undefined || tabStorage.get(shellKeys.baseUrlSaid) !== null) return;
  tabStorage.set(shellKeys.baseUrlSaid, '1');
  showToast({ kind: 'info', ...shellTexts().notices.baseUrl });
}
