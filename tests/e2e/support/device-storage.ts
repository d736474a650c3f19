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

/** As with site data blocked: already the look at it throws. */
export async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const area of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, area, {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    }
  });
}
