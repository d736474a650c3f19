import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import actions from '../../public/locales/en/action.json' with { type: 'json' };
import common from '../../public/locales/en/common.json' with { type: 'json' };
import session from '../../public/locales/en/session.json' with { type: 'json' };
import swap from '../../public/locales/en/swap.json' with { type: 'json' };
import walletApp from '../../public/locales/en/wallet-app.json' with { type: 'json' };
import wallet from '../../public/locales/en/wallet.json' with { type: 'json' };
import { developmentAccount, signInByApi } from './support/api-member.ts';
import { payMember } from './support/pay-member.ts';
import { siteOrigin } from './support/ports.ts';
import { positionsOf } from './support/staking-page.ts';
import { sessionValues } from './support/stored-session.ts';
import { newestOf } from './support/wallet-page.ts';
import { hasWebKit, startWebKit, type WebKitPage } from './support/webkit.ts';

/** No test counts what this one has. */
const ACCOUNT = 10;
/** Has something of everything. */
const READER = 3;
const DONE = actions.follow.doneTitle;
const PATIENCE = { timeout: 30_000 };
const ESCAPE = '\uE00C';

/** Safari’s engine, as GTK has it. */
test.describe('in WebKit', () => {
  test.skip(!hasWebKit, 'WebKit isn’t installed (Debian’s webkit2gtk-driver and xvfb).');
  test.describe.configure({ mode: 'default', timeout: 180_000 });

  let page: WebKitPage;
  test.beforeEach(async () => {
    page = await startWebKit();
    await page.resize(1280, 900);
  });
  test.afterEach(async () => {
    const info = test.info();
    if (info.status !== info.expectedStatus) writeFileSync(info.outputPath('seen.png'), await page.screenshot());
    await page.close();
  });

  const reads = (css: string) => expect.poll(() => page.textOf({ css }), PATIENCE);
  const finds = (expression: string) => expect.poll(() => page.evaluate(expression), PATIENCE);
  const inWallet = (name: string): Promise<void> => page.press({ css: '#approve', name });
  const follow = (name: string): Promise<void> => page.press({ css: 'nav.side a', name });

  async function signIn(): Promise<void> {
    await page.goto(siteOrigin);
    await page.press({ css: 'header button', name: common.signIn });
    await page.press({ css: '#wallet-modal button', name: 'JuFi Wallet' });
    await page.press({ css: '[type=radio]', name: `Account ${ACCOUNT}` });
    await inWallet(walletApp.connect.approve);
    await page.press({ css: '#sign-message-modal button', name: session.sign.act });
    await inWallet(walletApp.sign.approve);
    await finds('location.pathname').toBe('/home');
  }

  /** On a page reached by a link of ours, with a member's session on the device. */
  async function openAsMember(path: string): Promise<void> {
    const member = await signInByApi(developmentAccount(READER));
    await page.goto(`${siteOrigin}/announcements`);
    await page.evaluate(`void Object.assign(localStorage, ${JSON.stringify(sessionValues(member))})`);
    await page.evaluate(`void location.assign('${path}')`);
    await finds('location.pathname + document.readyState').toBe(`${path}complete`);
  }

  test('a member signs in, stakes, transfers, swaps with an approval, and signs out', async () => {
    const member = await signInByApi(developmentAccount(ACCOUNT));
    await payMember(member, 'JUF', '250');
    await payMember(member, 'USDT', '20');
    const { user: recipient } = await signInByApi();
    const held = (await positionsOf(member)).length;
    await signIn();

    await follow(common.navigation.staking);
    await page.type({ css: '#stake-amount' }, '250');
    await page.press({ css: 'form:has(#stake-amount) button[type=submit]' });
    await page.press({ css: '#stake-modal .dlg-foot .btn-primary' });
    // Above what goes without the wallet in a day.
    await inWallet(walletApp.typed.approve);
    await reads('#stake-modal h3').toBe(DONE);
    expect(await positionsOf(member)).toHaveLength(held + 1);
    await page.press({ css: '#stake-modal .dlg-foot button', name: actions.follow.close });

    await follow(common.navigation.wallet);
    await page.press({ css: '.balances button', name: `${wallet.balances.transfer} USDT` });
    await page.type({ css: '#transfer-modal input', name: wallet.transfer.to }, recipient.uid);
    await page.type({ css: '#transfer-modal input', name: wallet.transfer.amount }, '12');
    await page.press({ css: '#transfer-modal button', name: wallet.transfer.next });
    await page.press({ css: '#transfer-modal .dlg-foot .btn-primary', name: 'Send 12' });
    await inWallet(walletApp.typed.approve);
    await reads('#transfer-modal h3').toBe(DONE);
    expect(await newestOf(member, 'TRANSFER')).toMatchObject({ amount: '12', direction: 'OUT' });
    await page.press({ css: '#transfer-modal .dlg-foot button', name: actions.follow.close });

    await follow(common.navigation.swap);
    await page.type({ css: '#swap-in' }, '25');
    await page.press({ css: `form[aria-label="${swap.form.label}"] .btn-block`, name: 'Swap 25' });
    await inWallet(walletApp.send.approve);
    await reads('.swap-run .steps .cur').toContain(swap.run.steps.SWAP);
    await inWallet(walletApp.send.approve);
    await finds('document.querySelector(".swap-run")?.dataset.stage').toBe('DONE');

    await page.press({ css: 'header [data-account]' });
    await page.press({ css: '.menu button', name: common.signOut });
    await finds('location.pathname + (localStorage.AUTH_TOKEN ?? "")').toBe('/');
  });

  test('links, back and forward keep the session, and nothing is thrown; a reload ends it', async () => {
    const note = `void addEventListener('unhandledrejection', ({ reason }) => (sessionStorage.thrown = location.pathname + reason))`;
    await openAsMember('/treasury');
    await page.evaluate(note);
    await follow(common.navigation.staking);
    await finds('location.pathname + document.readyState').toBe('/stakingcomplete');
    await page.evaluate(note);
    for (const [move, path] of [
      [page.back, '/treasury'],
      [page.forward, '/staking'],
      [page.back, '/treasury'],
    ] as const) {
      await move();
      await finds('location.pathname').toBe(path);
      await finds('document.documentElement.dataset.session').toBe('in');
    }
    expect(await page.evaluate('sessionStorage.thrown ?? null')).toBeNull();
    await page.reload();
    await finds('localStorage.AUTH_TOKEN ?? null').toBe(null);
  });

  test('the packages’ columns are as wide as their figures', async () => {
    await openAsMember('/treasury');
    await finds('document.querySelectorAll(".packages td .num").length > 8 && !document.querySelector(".packages .sk")').toBe(true);
    const sticksOut = `[...document.querySelectorAll('.packages td .num')]
      .filter((it) => it.getBoundingClientRect().right > it.closest('td').getBoundingClientRect().right - parseFloat(getComputedStyle(it.closest('td')).paddingInlineEnd) + 1)
      .map((it) => it.textContent)`;
    expect(await page.evaluate(sticksOut)).toEqual([]);
  });

  test('an explanation opens below its button', async () => {
    await openAsMember('/staking');
    await page.press({ css: 'main .what-is' });
    await finds('Boolean(document.querySelector(".term:popover-open"))').toBe(true);
    const places = `[document.querySelector('main .what-is'), document.querySelector('.term:popover-open')].map((it) => it.getBoundingClientRect()).map(({ left, top }) => ({ left, top }))`;
    const [button, text] = (await page.evaluate(places)) as { left: number; top: number }[];
    expect(text?.left).toBeCloseTo(button?.left ?? 0, 0);
    expect((text?.top ?? 0) - (button?.top ?? 0)).toBeLessThan(40);
  });

  test('a dialog takes the focus, keeps it, and gives it back on Escape; what was typed stays through another language', async () => {
    await openAsMember('/wallet');
    const opener = { css: '.balances button', name: `${wallet.balances.transfer} USDT` };
    await page.press(opener);
    await page.type({ css: '#transfer-modal input', name: wallet.transfer.to }, 'somebody');
    expect(await page.evaluate('document.querySelector("#transfer-modal").contains(document.activeElement)')).toBe(true);
    await page.keys(ESCAPE);
    await finds('document.querySelector("#transfer-modal").open').toBe(false);
    expect(await page.evaluate('document.activeElement.closest(".balances") !== null')).toBe(true);
    await page.press({ css: 'header [popovertarget="language-menu"]' });
    await page.press({ css: '#language-menu a', name: 'Deutsch' });
    await finds('location.pathname').toBe('/de/wallet');
    await page.press({ css: '.balances button' });
    await finds('document.querySelector("#transfer-modal input[type=text], #transfer-modal input:not([type])")?.value').toBe('somebody');
  });

  test('signing out in one tab signs the other out', async () => {
    await openAsMember('/home');
    const [first = ''] = await page.tabs();
    await page.evaluate(`void (document.querySelector('nav.side a[href="/wallet"]').target = '_blank')`);
    await follow(common.navigation.wallet);
    await expect.poll(async () => (await page.tabs()).length, PATIENCE).toBe(2);
    const second = (await page.tabs()).find((tab) => tab !== first) ?? '';
    await page.switchTo(second);
    await finds('document.documentElement.dataset.session').toBe('in');
    await page.press({ css: 'header [data-account]' });
    await page.press({ css: '.menu button', name: common.signOut });
    await finds('location.pathname').toBe('/');
    await page.switchTo(first);
    await finds('location.pathname').toBe('/');
  });
});
