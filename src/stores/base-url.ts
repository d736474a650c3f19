import { persistentAtom } from '@nanostores/persistent';
import { isEmpty } from '../lib/emptiness.ts';
import { storageKeys } from '../lib/storage/storage-keys.ts';
import './persistence.ts';

/** An API address that overrides the configured one, as it was stored; whether it is honoured decides `src/lib/api/base-url.ts`. */
export const $baseUrl = persistentAtom<string | undefined>(storageKeys.baseUrl, undefined, {
  encode: (address) => address,
  decode: (text) => (isEmpty(text) ? undefined : text.trim()),
});
