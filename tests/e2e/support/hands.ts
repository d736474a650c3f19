import { expect, type Locator, type Page } from '@playwright/test';

/** The only ways in which a person without a mouse acts on a page. */
export interface Hand {
  press: (target: Locator) => Promise<void>;
  /** One of several radio buttons. */
  choose: (radio: Locator) => Promise<void>;
  type: (field: Locator, text: string) => Promise<void>;
  /** Chooses from the browser's native list. */
  pick: (list: Locator, value: string) => Promise<void>;
  /** Goes to where something is, as what sleeps until it is seen needs. */
  see: (target: Locator) => Promise<void>;
}

/** More stops than any page has. */
const MOST_STOPS = 250;

export function touchOf(page: Page): Hand {
  const see = (target: Locator): Promise<void> => target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const tap = async (target: Locator): Promise<void> => {
    await see(target);
    await target.tap();
  };
  return {
    see,
    press: tap,
    // The input itself is drawn by its label.
    choose: (radio) => tap(radio.locator('xpath=ancestor::label')),
    type: async (field, text) => {
      await tap(field);
      await expect(field).toBeFocused();
      await page.keyboard.type(text);
    },
    pick: async (list, value) => {
      await see(list);
      await list.selectOption(value);
    },
  };
}

export function keysOf(page: Page): Hand {
  const reach = async (target: Locator): Promise<void> => {
    await target.waitFor();
    await wake(page);
    await expect(target).toBeEnabled();
    await goTo(page, 'Tab', () => target.evaluate((element) => element === document.activeElement));
  };
  return {
    see: () => wake(page),
    press: async (target) => {
      await reach(target);
      await page.keyboard.press('Enter');
    },
    choose: async (radio) => {
      await wake(page);
      await expect(radio).toBeEnabled();
      await goTo(page, 'Tab', () => radio.evaluate(isOfFocusedGroup));
      await goTo(page, 'ArrowRight', () => radio.isChecked());
    },
    type: async (field, text) => {
      await reach(field);
      await page.keyboard.type(text);
    },
    pick: async (list, value) => {
      await reach(list);
      await goTo(page, 'Home', () => list.evaluate((element: HTMLSelectElement) => element.selectedIndex === 0));
      await goTo(page, 'ArrowDown', async () => (await list.inputValue()) === value);
    },
  };
}

/** The first Tab brings a page's islands alive. */
async function wake(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
}

async function goTo(page: Page, key: string, isThere: () => Promise<boolean>): Promise<void> {
  for (let stop = 0; !(await isThere()); stop += 1) {
    expect(stop, `can be reached by ${key}`).toBeLessThan(MOST_STOPS);
    await page.keyboard.press(key);
  }
}

/** Runs in the page. */
function isOfFocusedGroup(radio: HTMLElement | SVGElement): boolean {
  const focused = document.activeElement;
  return (
    radio instanceof HTMLInputElement &&
    focused instanceof HTMLInputElement &&
    focused.type === 'radio' &&
    focused.name === radio.name &&
    focused.form === radio.form
  );
}
