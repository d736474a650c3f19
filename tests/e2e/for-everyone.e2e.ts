/**
 * Without a mouse, without motion, in the system's own colours, at 400 % and by ear: what axe can't see. Of each kind a page in `npm test`, all in the
 * long tests. The newcomer's whole way by keyboard is newcomer.e2e.ts, a trade by keyboard is in swap-trade.e2e.ts.
 */
import type { Locator, Page } from '@playwright/test';
import actions from '../../public/locales/en/action.json' with { type: 'json' };
import session from '../../public/locales/en/session.json' with { type: 'json' };
import texts from '../../public/locales/en/wallet.json' with { type: 'json' };
import { heard, type Heard } from './support/heard.ts';
import { openInApp } from './support/navigation.ts';
import { isWhole } from './support/sampled.ts';
import { siteParts } from './support/site-parts.ts';
import { stakingPage } from './support/staking-page.ts';
import { tabStops } from './support/tab-stops.ts';
import { expect, test } from './support/test.ts';
import { PURCHASE, refusePurchase, treasuryPage } from './support/treasury-page.ts';
import { connectedWallet, walletPage } from './support/wallet-page.ts';

const ACCOUNT = 5;
const RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

interface Flow {
  name: string;
  path: string;
  /** Moves by keyboard to the control where Enter opens the dialog. */
  ready: (page: Page) => Locator | Promise<Locator>;
  dialog: string;
}

const flows: readonly Flow[] = [
  { name: 'a transfer', path: '/wallet', ready: (page) => walletPage(page).transferButton('USDT'), dialog: '#transfer-modal' },
  { name: 'a payout', path: '/wallet', ready: (page) => walletPage(page).transferButton('JU'), dialog: '#transfer-modal' },
  {
    name: 'a purchase',
    path: '/treasury',
    ready: (page) => treasuryPage(page).packages.getByRole('button').first(),
    dialog: '#treasury-purchase-modal',
  },
  {
    name: 'a stake',
    path: '/staking',
    ready: async (page) => {
      const { form, amount } = stakingPage(page);
      await form.getByText('JUF available').waitFor();
      await amount.focus();
      await page.keyboard.type('101');
      return form.locator('button[type=submit]');
    },
    dialog: '#stake-modal',
  },
];
const pages = ['/home', '/wallet', '/treasury', '/staking', '/swap', '/profile', '/profile/roles', '/'] as const;

/** One of each kind besides the long tests. */
const sampleOf = <Row>(rows: readonly Row[], sample: (row: Row) => boolean): readonly Row[] => (isWhole ? rows : rows.filter(sample));

test.describe('signed in', () => {
  test.use({ signedInAs: ACCOUNT, stored: connectedWallet(ACCOUNT) });

  for (const { name, path, ready, dialog } of sampleOf(flows, (flow) => flow.name === 'a transfer')) {
    test(`${name} goes through its dialog by Tab in reading order, each stop seen, and back by Escape`, async ({ page }) => {
      await openInApp(page, path);
      const opener = await ready(page);
      await expect(opener).toBeEnabled();
      await opener.focus();
      await page.keyboard.press('Enter');
      const modal = page.locator(dialog);
      await expect(modal.getByRole('heading').first()).toBeFocused();
      await expect(modal.locator('[aria-busy=true]')).toHaveCount(0);
      const stops = await tabStops(page);
      expect(stops.length).toBeGreaterThan(2);
      // From the close button, or the first field, to the last button: once around, so the order may begin anywhere, and turns back once.
      const turns = stops.filter(({ place }, index) => index > 0 && place < (stops[index - 1]?.place ?? 0));
      expect(turns.length, stops.map((stop) => stop.name).join(' | ')).toBeLessThanOrEqual(1);
      expect(stops.filter(({ isSeen, hasRing }) => !isSeen || !hasRing)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(modal).toBeHidden();
      await expect(opener).toBeFocused();
    });
  }

  for (const path of sampleOf(pages, (page) => page === '/treasury')) {
    test(`nothing moves on ${path} with reduced motion, dialogs included`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await noteMotion(page);
      await openInApp(page, path);
      await lookThrough(page);
      // A cover is cancelled at its row, without a dialog.
      const opener = page.locator('main :is([command=show-modal], .act button:not(.btn-danger), .balances button):enabled:visible').first();
      if ((await opener.count()) > 0) {
        await opener.click();
        await page.locator('dialog[open]').waitFor();
        await page.keyboard.press('Escape');
        await expect(page.locator('dialog[open]')).toHaveCount(0);
      }
      await siteParts(page).themeToggle.first().click();
      expect(await page.evaluate(() => window.motion)).toEqual([]);
    });
  }

  for (const path of sampleOf(pages, (page) => page === '/swap')) {
    test(`${path} shows focus and choices in the system’s own colours`, async ({ page }) => {
      await page.emulateMedia({ forcedColors: 'active' });
      await openInApp(page, path);
      await lookThrough(page);
      expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
      const stops = await tabStops(page);
      expect(stops.length).toBeGreaterThan(5);
      expect(stops.filter(({ hasRing }) => !hasRing)).toEqual([]);
      expect(await page.evaluate(indistinctChoices)).toEqual([]);
    });
  }

  test('drawings and what is chosen are in the system’s own colours', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await openInApp(page, '/staking');
    const ink = await page.evaluate(() => getComputedStyle(document.body).color);
    await expect(page.locator('.chart-wide .line').first()).toHaveCSS('stroke', ink);
    const periods = page.locator('form .seg label');
    const ground = (label: Locator): Promise<string> => label.evaluate((element) => getComputedStyle(element).backgroundColor);
    const chosen = periods.filter({ has: page.locator(':checked') });
    expect(await ground(chosen)).not.toBe(await ground(periods.first()));
    await openInApp(page, '/home');
    const keys = page.locator('.key-1, .key-2');
    await expect(keys).toHaveCount(2);
    expect(await ground(keys.first())).not.toBe(await ground(keys.last()));
  });

  for (const path of sampleOf(pages, (page) => page === '/wallet')) {
    test(`at 400 % ${path} scrolls in one direction only, each control can be seen, and no words are lost`, async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 1024 });
      await openInApp(page, path);
      await lookThrough(page);
      const wide = await readThrough(page);
      // 1280 × 1024 at 400 %.
      await page.setViewportSize({ width: 320, height: 256 });
      await lookThrough(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      const narrow = new Set(await readThrough(page));
      expect(wide.length).toBeGreaterThan(5);
      expect(wide.filter((word) => !narrow.has(word))).toEqual([]);
      await page.evaluate(() => window.scrollTo(0, 0));
      expect((await tabStops(page)).filter(({ isSeen }) => !isSeen)).toEqual([]);
    });
  }

  test.describe('by ear', () => {
    test.use({ expectedFaults: [/status of 4(09|22)/] });

    test('a screen reader announces a field’s error, a refusal and a toast, each once and with its urgency', async ({ page }) => {
      const { review, pay, modal, buyButton, fill } = treasuryPage(page);
      await openInApp(page, '/treasury');
      await fill('9');
      await expect(modal.locator('#pay-fault')).not.toBeEmpty();
      expect(await sayings(page, 'The smallest amount is 10 USDT.')).toEqual(['polite']);
      await pay.fill('10');
      await expect.poll(() => sayings(page, 'The smallest amount')).toEqual([]);
      await page.keyboard.press('Escape');

      await refusePurchase(page, 409, 'PRICE_MOVED', 'The price moved');
      await review('10');
      await buyButton.press('Enter');
      await expect(page.locator('dialog[open]').getByText(actions.follow.nothingTaken)).toBeVisible();
      expect((await sayings(page, actions.follow.nothingTaken)).length).toBe(1);
    });

    test('whether a recipient was found, and that a slow call is waited for, are said', async ({ page }) => {
      test.skip(!isWhole, 'part of the long tests');
      const { transferButton, to, modal } = walletPage(page);
      await openInApp(page, '/wallet');
      await transferButton('USDT').click();
      await to.fill('nobody-is-called-so');
      await expect(modal.locator('#transfer-to-answer')).toContainText(texts.transfer.unknown);
      expect(await sayings(page, texts.transfer.unknown)).toEqual(['polite']);
      await to.fill(RECIPIENT);
      await modal.locator('.to').waitFor();
      const found = (await modal.locator('.to').innerText()).split('\n')[0] ?? '';
      await expect.poll(() => sayings(page, found)).toEqual(['polite']);
      await page.keyboard.press('Escape');

      const { review, buyButton } = treasuryPage(page);
      await openInApp(page, '/treasury');
      await review('10');
      await page.route(PURCHASE, () => new Promise(() => undefined));
      await buyButton.press('Enter');
      const { loader } = siteParts(page);
      await expect(loader).toBeVisible();
      const label = await loader.getByRole('status').innerText();
      expect(label).not.toBe('');
      expect(await sayings(page, label)).toEqual(['polite']);
    });
  });
});

test('a screen reader announces a sign-out politely, and a failed sign-in urgently', async ({ page }) => {
  await page.addInitScript(
    (toasts) => sessionStorage.setItem('jufi:toast', JSON.stringify(toasts)),
    [
      { kind: 'info', key: 'signedOut' },
      { kind: 'error', title: 'Not signed in', detail: 'the wallet refused' },
    ],
  );
  await page.goto('/');
  await expect(siteParts(page).errorToast).toBeVisible();
  expect(await sayings(page, session.shell.notices.signedOut.title)).toEqual(['polite']);
  expect(await sayings(page, 'the wallet refused')).toEqual(['assertive']);
});

async function sayings(page: Page, text: string): Promise<Heard['live'][]> {
  return (await heard(page)).filter((region) => region.text.includes(text)).map(({ live }) => live);
}

declare global {
  interface Window {
    /** Every animation and transition that has run, other than for no time. */
    motion: string[];
  }
}

async function noteMotion(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.motion = [];
    const note = (): void => {
      for (const animation of document.getAnimations()) {
        const { duration } = animation.effect?.getComputedTiming() ?? { duration: 0 };
        const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
        const line = `${target?.localName ?? ''}.${target?.getAttribute('class') ?? ''}`;
        // Browsers count anything below a frame as no motion.
        if (Number(duration) > 16 && !window.motion.includes(line)) window.motion.push(line);
      }
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
}

/** Down and up again, so that every island is alive and nothing is loading. */
async function lookThrough(page: Page): Promise<void> {
  const asleep = page.locator('main astro-island[ssr]');
  await expect(async () => {
    await asleep.evaluateAll((all) => {
      for (const island of all) island.firstElementChild?.scrollIntoView({ block: 'center', behavior: 'instant' });
    });
    expect(await asleep.count()).toBe(0);
  }).toPass({ timeout: 10_000 });
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
}

/** Runs in the page: choices that look the same as what isn't chosen, once colours are the system's. */
function indistinctChoices(): string[] {
  const look = (element: Element): string =>
    [element, element.nextElementSibling, element.closest('label'), element.parentElement]
      .map((one) => {
        if (one === null) return '';
        const { color, backgroundColor, borderColor, borderWidth, outlineStyle, textDecorationLine, fontWeight } = getComputedStyle(one);
        return [color, backgroundColor, borderColor, borderWidth, outlineStyle, textDecorationLine, fontWeight].join(' ');
      })
      .join(';');
  return [...document.querySelectorAll<HTMLInputElement>('main input[type=radio]:checked')].flatMap((chosen) => {
    const others = [...document.querySelectorAll<HTMLInputElement>('main input[type=radio]')].filter(
      (other) => other.name === chosen.name && !other.checked && !other.disabled,
    );
    return others.some((other) => look(other) === look(chosen)) ? [chosen.name] : [];
  });
}

/** Headings, labels and buttons, which must be there at every width: read where they are, since what is far away isn't laid out. */
async function readThrough(page: Page): Promise<string[]> {
  const parts = page.locator('main :is(h1, h2, h3, label, legend, button, dt)');
  return parts.evaluateAll(async (all) => {
    const words = new Set<string>();
    for (const part of all) {
      if (!(part instanceof HTMLElement) || !part.checkVisibility()) continue;
      part.scrollIntoView({ block: 'center', behavior: 'instant' });
      await new Promise(requestAnimationFrame);
      // Some buttons contain a figure that grows each second.
      words.add(
        part.innerText
          .replace(/\d[\d.,]*/g, '#')
          .replace(/\s+/g, ' ')
          .trim(),
      );
    }
    return [...words];
  });
}
