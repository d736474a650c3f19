import { persistentAtom } from '@nanostores/persistent';
import { isEmpty } from '../lib/emptiness.ts';
import { storageKeys } from '../lib/storage/storage-keys.ts';
import './persistence.ts';

/** A stored API address that overrides the configured one; `src/lib/api/base-url.ts` decides whether it is used. */
export const $baseUrl = persistentAtom<string | undefined>(storageKeys.baseUrl, undefined, {
  encode: (address) => address,
  decode: (text) => (isEmpty(text) ? undefined : text.trim()),
});
