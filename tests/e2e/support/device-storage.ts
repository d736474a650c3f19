import type { Page } from '@playwright/test';

type Area = 'localStorage' | 'sessionStorage';

/** Like a full device: stored values can be read, nothing more can be written. */
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

/** Like a wallet app's browser with DOM storage disabled: no localStorage or sessionStorage, but IndexedDB works. */
export async function withoutDomStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const area of ['localStorage', 'sessionStorage']) Object.defineProperty(window, area, { value: null });
  });
}

/** IndexedDB exists but never responds. */
export async function hangDatabase(page: Page): Promise<void> {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  });
}

/** Like blocked site data: even accessing it throws. */
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
