import type { Page } from '@playwright/test';

type Area = 'localStorage' | 'sessionStorage';

/** As on a full device: what is there can be read, nothing more is kept. */
export async function refuseWrites(page: Page, ...areas: Area[]): Promise<void> {
  await page.addInitScript((refusing) => {
    const setItem = (storage: Storage, key: string, value: string): void => {
      Reflect.set(storage, key, value);
    };
    Storage.prototype.setItem = function (key, value) {
      if (refusing.some((area) => this === window[area])) throw new DOMException('full', 'QuotaExceededError');
      setItem(this, key, value);
    };
  }, areas);
}

/** As in a wallet app's browser that turned DOM storage off: there are no areas, but IndexedDB works. */
export async function withoutDomStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const area of ['localStorage', 'sessionStorage']) Object.defineProperty(window, area, { value: null });
  });
}

/** IndexedDB is there, and never answers. */
export async function hangDatabase(page: Page): Promise<void> {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  });
}

/** As with site data blocked: already the look at it throws. */
export async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const area of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, area, {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    }
  });
}
