import type { BrowserContext, Locator, Page, Request } from '@playwright/test';
import texts from '../../public/locales/en/session.json' with { type: 'json' };
import chinese from '../../public/locales/zh/session.json' with { type: 'json' };
import { userInfo } from '../../src/lib/api/contract/profile.ts';
import { walletOverview } from '../../src/lib/api/contract/wallet.ts';
import { shortenAddress } from '../../src/lib/shorten-address.ts';
import { apiClient, developmentAccount, signInByApi, type ApiMember } from './support/api-member.ts';
import { refuseWrites } from './support/device-storage.ts';
import { openInApp, stored, typeAddress } from './support/navigation.ts';
import { operateByTwo } from './support/operate.ts';
import { siteOrigin } from './support/ports.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';

const { link, notices } = texts.shell;
const badToken = 'x'.repeat(43);

test('a valid link signs in and is removed from the address, and only the page’s own request carries the token', async ({
  page,
  context,
}) => {
  const { token, user } = await signInByApi();
  const carriers = findCarriers(context, token);
  await typeAddress(page, `/home?token=${token}&from=mail#vote`);
  await accept(page, user);
  await expect(siteParts(page).toasts).toContainText(link.signedIn.replace('{{username}}', user.username));
  await expect(page).toHaveURL(`${siteOrigin}/home?from=mail#vote`);
  await expect(siteParts(page).accountChip).toContainText(user.address.slice(-4));
  expect(await stored(page, 'AUTH_TOKEN')).toBe(token);
  expect(await stored(page, 'prevAddr')).toBe(user.address);
  expect(JSON.parse((await stored(page, 'AUTH_USER')) ?? '')).toMatchObject({ uid: user.uid });

  // The page's links work as from any other, in this tab and in a new one.
  await page.getByRole('link', { name: 'Announcements' }).first().click();
  await expect(page).toHaveURL(`${siteOrigin}/announcements`);
  expect(carriers()).toEqual([`${siteOrigin}/home`]);
  await expect(siteParts(page).accountChip).toBeVisible();
});

test('a link opened in a new tab from the page behind a login link is not a visit', async ({ page, context }) => {
  const { token, user } = await signInByApi();
  await typeAddress(page, `/home?token=${token}`);
  await accept(page, user);
  await expect(siteParts(page).accountChip).toBeVisible();
  const link = page.getByRole('link', { name: 'Announcements' }).first();
  await link.evaluate((anchor) => anchor.setAttribute('target', '_blank'));
  const opened = context.waitForEvent('page');
  await link.click();
  const tab = await opened;
  await expect(tab).toHaveURL(`${siteOrigin}/announcements`);
  await expect(siteParts(tab).accountChip).toBeVisible();
  expect(await stored(tab, 'AUTH_TOKEN')).toBe(token);
});

test('the operator’s link signs the member in once, with this browser’s own token', async ({ page, browser }) => {
  const { user } = await signInByApi();
  const said = await operateByTwo('login-link', user.address);
  const address = said.split('\n')[0] ?? '';
  expect(address.startsWith(`${siteOrigin}/home?token=`)).toBe(true);
  const linkToken = new URL(address).searchParams.get('token') ?? '';
  await page.goto(address);
  await accept(page, user);
  await expect(siteParts(page).accountChip).toContainText(user.address.slice(-4));
  await expect(page).toHaveURL(`${siteOrigin}/home`);
  const own = await stored(page, 'AUTH_TOKEN');
  expect(own).not.toBe(linkToken);
  await expect(apiClient(own ?? '').call(walletOverview, {})).resolves.toBeTruthy();

  const other = await (await browser.newContext()).newPage();
  await other.goto(address);
  await expectRefused(other);
  await other.context().close();
});

test.describe('a link that two browsers accept at once', () => {
  // Either browser may be the refused one.
  test.use({ expectedFaults: [/status of 401/] });

  test('signs one of them in, and reports to the other that it was used', async ({ page, browser }) => {
    const { user } = await signInByApi();
    const address = (await operateByTwo('login-link', user.address)).split('\n')[0] ?? '';
    const other = await (await browser.newContext()).newPage();
    const pages = [page, other];
    for (const each of pages) await each.goto(address);
    for (const each of pages) await expect(question(each, user)).toBeVisible();
    await Promise.all(pages.map((each) => accept(each, user)));
    const outcomes = await Promise.all(
      pages.map((each) =>
        Promise.race([
          siteParts(each)
            .accountChip.waitFor()
            .then(() => 'in'),
          siteParts(each)
            .errorToast.waitFor()
            .then(() => 'refused'),
        ]),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['in', 'refused']);
    const loser = pages[outcomes.indexOf('refused')] ?? page;
    await expect(siteParts(loser).errorToast).toContainText(link.spent);
    await expectRefused(loser);
    await other.context().close();
  });
});

for (const path of ['/home', '/announcements'] as const) {
  test(`declining a link to ${path} while signed out changes nothing, on the landing page`, async ({ page }) => {
    const { token, user } = await signInByApi();
    await typeAddress(page, `${path}?token=${token}`);
    const dialog = question(page, user);
    await expect(dialog).toContainText(shortenAddress(user.address));
    expect(await stored(page, 'AUTH_TOKEN')).toBeNull();
    await dialog.getByRole('button', { name: link.stayOut }).click();
    await expect(page).toHaveURL(`${siteOrigin}/`);
    await expect(siteParts(page).signInButton).toBeVisible();
    for (const key of ['AUTH_TOKEN', 'AUTH_USER', 'prevAddr']) expect(await stored(page, key), key).toBeNull();
  });
}

test.describe('a provider that can’t exchange tokens', () => {
  test.use({ expectedFaults: [/status of 404/] });

  test('signs in with the link’s token itself', async ({ page }) => {
    const { token, user } = await signInByApi();
    await page.route('**/api/account/exchangeToken', (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await typeAddress(page, `/home?token=${token}`);
    await accept(page, user);
    await expect(siteParts(page).accountChip).toContainText(user.address.slice(-4));
    expect(await stored(page, 'AUTH_TOKEN')).toBe(token);
  });
});

test('a link to a public page signs in there', async ({ page }) => {
  const { token, user } = await signInByApi();
  await typeAddress(page, `/announcements?token=${token}`);
  await accept(page, user);
  await expect(siteParts(page).accountChip).toBeVisible();
  await expect(page).toHaveURL(`${siteOrigin}/announcements`);
});

test('a link to the landing page redirects to the dashboard, which says so', async ({ page }) => {
  const { token, user } = await signInByApi();
  await typeAddress(page, `/?token=${token}`);
  await accept(page, user);
  await expect(page).toHaveURL(`${siteOrigin}/home`);
  await expect(siteParts(page).toasts).toContainText(link.signedIn.replace('{{username}}', user.username));
  await expect(siteParts(page).accountChip).toBeVisible();
});

test.describe('with a language stored', () => {
  test.use({ stored: { lang: 'zh' } });

  test('a link in another language signs in on the page in the stored one', async ({ page, context }) => {
    const { token, user } = await signInByApi();
    const carriers = findCarriers(context, token);
    await typeAddress(page, `/de/home?token=${token}`);
    await accept(page, user, chinese.shell.link.switch);
    await expect(siteParts(page).toasts).toContainText(chinese.shell.link.signedIn.replace('{{username}}', user.username));
    await expect(page).toHaveURL(`${siteOrigin}/zh/home`);
    expect(carriers()).toEqual([`${siteOrigin}/de/home`]);
  });
});

test.describe('refused', () => {
  test.use({ expectedFaults: [/status of 401/] });

  for (const [kind, query] of [
    ['an unknown token', `token=${badToken}`],
    ['a token of another form', 'token=%3Cscript%3E'],
  ] as const) {
    test(`a link with ${kind} is reported as failed, on the landing page`, async ({ page }) => {
      await typeAddress(page, `/home?${query}`);
      await expectRefused(page);
    });
  }

  for (const path of ['/announcements', '/de/home'] as const) {
    test(`even if it leads to ${path}`, async ({ page }) => {
      await typeAddress(page, `${path}?token=${badToken}`);
      await expect(page).toHaveURL(path.startsWith('/de') ? `${siteOrigin}/de` : `${siteOrigin}/`);
      await expect(siteParts(page).errorToast).toBeVisible();
      expect(await stored(page, 'AUTH_TOKEN')).toBeNull();
    });
  }
});

for (const [kind, query] of [
  ['nothing', 'token='],
  ['blanks', 'token=%20%20'],
  ['the word null', 'token=null'],
] as const) {
  test(`a link whose token is ${kind} fails without a call to the provider`, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/profile/userInfo') && asked.push(request.url()));
    await typeAddress(page, `/home?${query}`);
    await expectRefused(page);
    expect(asked).toEqual([]);
  });
}

test.describe('a bad link on a signed-in device', () => {
  test.use({ signedInAs: 'newcomer', expectedFaults: [/status of 401/] });

  test('doesn’t suspend the visit rule', async ({ page }) => {
    await typeAddress(page, `/home?token=${badToken}`);
    await expectRefused(page);
  });
});

test.describe('another member is signed in', () => {
  test.use({ signedInAs: 'newcomer' });

  test('the page asks, and can switch to the link’s member', async ({ page, member }) => {
    const other = await signInByApi();
    await typeAddress(page, `/home?token=${other.token}`);
    const question = page.getByRole('dialog', { name: link.title });
    await expect(question).toContainText(member.user.username);
    await expect(question).toContainText(other.user.username);
    expect(await stored(page, 'AUTH_TOKEN')).toBe(member.token);
    await question.getByRole('button', { name: link.switch.replace('{{other}}', other.user.username) }).click();
    await expect(siteParts(page).accountChip).toContainText(other.user.address.slice(-4));
    await expect(page.getByRole('heading', { level: 1 })).toContainText(other.user.username);
    expect(await stored(page, 'AUTH_TOKEN')).toBe(other.token);
  });

  for (const how of ['its button', 'Escape'] as const) {
    test(`the page asks, and the member stays by ${how}`, async ({ page, member }) => {
      const other = await signInByApi();
      await typeAddress(page, `/home?token=${other.token}`);
      const question = page.getByRole('dialog', { name: link.title });
      await expect(question).toBeVisible();
      if (how === 'Escape') await page.keyboard.press('Escape');
      else await question.getByRole('button', { name: link.stay.replace('{{current}}', member.user.username) }).click();
      await expect(question).toHaveCount(0);
      await expect(siteParts(page).accountChip).toContainText(member.user.address.slice(-4));
      expect(await stored(page, 'AUTH_TOKEN')).toBe(member.token);
    });
  }

  test('the previous member’s figures never show', async ({ page, member }) => {
    await openInApp(page, '/home');
    const portfolio = page.getByRole('region', { name: 'Portfolio' });
    await expect(portfolio.getByRole('heading', { name: 'Nothing in your account yet' })).toBeVisible();
    const rich = await signInByApi(developmentAccount(1));
    await page.route('**/api/dashboard/home', () => undefined);
    await typeAddress(page, `/home?token=${rich.token}`);
    await page
      .getByRole('dialog', { name: link.title })
      .getByRole('button', { name: link.switch.replace('{{other}}', rich.user.username) })
      .click();
    await expect(siteParts(page).accountChip).toContainText(rich.user.address.slice(-4));
    await expect(portfolio.locator('[aria-busy=true]')).toBeVisible();
    await expect(portfolio.getByRole('heading', { name: 'Nothing in your account yet' })).toHaveCount(0);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('dashboard/home')))).toEqual([]);
    expect(member.token).not.toBe(rich.token);
  });

  test('the same member’s link replaces the session without asking', async ({ page, member }) => {
    const { token } = await signInByApi(member.account);
    await typeAddress(page, `/home?token=${token}`);
    await expect(siteParts(page).accountChip).toBeVisible();
    expect(await stored(page, 'AUTH_TOKEN')).toBe(token);
  });
});

test('a device that refuses the write gets "Login via link failed", and nothing is stored', async ({ page }) => {
  await refuseWrites(page, 'localStorage');
  const { token, user } = await signInByApi();
  await typeAddress(page, `/home?token=${token}`);
  await accept(page, user);
  await expect(page).toHaveURL(`${siteOrigin}/`);
  await expect(siteParts(page).errorToast).toContainText(notices.linkFailed.title);
  await expect(siteParts(page).errorToast).toContainText(link.storage);
  expect(await stored(page, 'AUTH_TOKEN')).toBeNull();
});

test('a device that refuses every write gets "Login via link failed" too', async ({ page }) => {
  await refuseWrites(page, 'localStorage', 'sessionStorage');
  const { token, user } = await signInByApi();
  await typeAddress(page, `/home?token=${token}`);
  await accept(page, user);
  await expect(page).toHaveURL(`${siteOrigin}/`);
  await expect(siteParts(page).errorToast).toContainText(notices.linkFailed.title);
  expect(await stored(page, 'AUTH_TOKEN')).toBeNull();
});

test.describe('no response', () => {
  test.use({ expectedFaults: [/ERR_FAILED/] });

  test('a link isn’t lost if the provider can’t be reached: it is retried', async ({ page }) => {
    const { token, user } = await signInByApi();
    await page.route('**/api/profile/userInfo', (route) => route.abort(), { times: 1 });
    await typeAddress(page, `/home?token=${token}`);
    await page.getByRole('dialog', { name: link.offlineTitle }).getByRole('button', { name: link.retry }).click();
    await accept(page, user);
    await expect(siteParts(page).accountChip).toContainText(user.address.slice(-4));
  });
});

test('a page whose address contains a token is neither cached nor sent as a referrer', async ({ page }) => {
  const { token, user } = await signInByApi();
  for (const [index, path] of ['/home', '/', '/announcements'].entries()) {
    const response = await typeAddress(page, `${path}?token=${token}`);
    expect(response?.headers()['referrer-policy'], path).toBe('no-referrer');
    expect(response?.headers()['cache-control'], path).toBe('no-store');
    // From here on, this member is signed in.
    if (index === 0) await accept(page, user);
    await expect(siteParts(page).accountChip).toBeVisible();
    // The landing page redirects; Chromium reports an error if a page is left while it's already being left (w3c/csswg-drafts issue 13726).
    await expect(page).toHaveURL(siteOrigin + (path === '/' ? '/home' : path));
  }
  const plain = await openInApp(page, '/home');
  expect(plain?.headers()['referrer-policy']).toBe('same-origin');
  await expect(apiClient(token).call(userInfo, {})).resolves.toBeTruthy();
});

/** The requests made while signed out. */
function question(page: Page, user: ApiMember['user']): Locator {
  return page.getByRole('dialog', { name: link.arriveTitle.replace('{{other}}', user.username) });
}

async function accept(page: Page, user: ApiMember['user'], words = link.switch): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words.replace('{{other}}', user.username), exact: true })
    .click();
}

async function expectRefused(page: Page): Promise<void> {
  await expect(page).toHaveURL(`${siteOrigin}/`);
  await expect(siteParts(page).errorToast).toContainText(notices.linkFailed.title);
  await expect(siteParts(page).signInButton).toBeVisible();
  for (const key of ['AUTH_TOKEN', 'AUTH_USER', 'prevAddr']) expect(await stored(page, key), key).toBeNull();
}

/** The URLs, without query, of all requests so far whose URL or referrer contains the token. */
function findCarriers(context: BrowserContext, token: string): () => string[] {
  const requests: Request[] = [];
  context.on('request', (request) => requests.push(request));
  const refererOf = (request: Request): string => request.headers()['referer'] ?? '';
  return () => {
    // Otherwise this would prove nothing: the browser must have sent referrers at all.
    expect(requests.map(refererOf).filter((referer) => referer.startsWith(siteOrigin))).not.toEqual([]);
    return requests
      .filter((request) => request.url().includes(token) || refererOf(request).includes(token))
      .map((request) => request.url().replace(/\?.*/, ''));
  };
}
