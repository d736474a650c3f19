import { type Content, hashOf } from './content.ts';

/**
 * Stands where the service worker is when the operator has switched it off. Browsers look for a new version with every page that is opened: this one
 * takes the place of the other at once, forgets what that has kept, and removes itself.
 */
export function workerOff(): Content {
  const plain = Buffer.from(`addEventListener('install', () => self.skipWaiting());
addEventListener('activate', (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await registration.unregister();
  };
  event.waitUntil(forget());
});
`);
  return { type: 'text/javascript; charset=utf-8', cacheControl: 'no-cache', hash: hashOf(plain), plain };
}
