import { leaveFor, sameOriginAddress } from '../lib/visit/leave-for.ts';
import { whenIdle } from '../lib/visit/when-idle.ts';

declare global {
  interface Window {
    readonly trustedTypes?: {
      createPolicy: (
        name: string,
        rules: { createScriptURL: (address: string) => string },
      ) => { createScriptURL: (address: string) => string };
    };
  }
}

const ADDRESS = '/sw.js';

/** Registers the worker that keeps the last pages for when there is no connection. Nothing waits for it, and the site works without it. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  // A notification was pressed.
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const path: unknown = typeof data === 'object' && data !== null && 'go' in data ? data.go : undefined;
    const address = typeof path === 'string' ? sameOriginAddress(path) : undefined;
    if (address !== undefined) leaveFor(address);
  });
  const register = (): void => {
    // Trusted Types hold for the addresses of workers, too; this policy makes one address and no other.
    const policy = window.trustedTypes?.createPolicy('site-worker', { createScriptURL: () => ADDRESS });
    navigator.serviceWorker.register(policy?.createScriptURL(ADDRESS) ?? ADDRESS, { updateViaCache: 'none' }).catch(() => {
      // Refused by the browser or its owner, or there is no connection: the next page tries again.
    });
  };
  if (document.readyState === 'complete') whenIdle(register);
  else addEventListener('load', () => whenIdle(register), { once: true });
}
