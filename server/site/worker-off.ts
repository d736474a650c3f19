import { type Content, hashOf } from './content.ts';

/**
 * Replaces the service worker when the operator has turned it off. Browsers check for a new version whenever a page is opened: this one takes over at once,
 * deletes the caches, and unregisters itself.
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
