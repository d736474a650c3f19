// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawAhead } from '../../src/shell/draw-ahead.ts';

const BAR = ['/home', '/treasury', '/staking', '/swap', '/wallet'];
const SHEET = ['/profile', '/profile/team', '/profile/bonuses', '/profile/roles', '/profile/score'];
/** Delay between one page and the next. */
const TURN_MS = 400;
const SOON_MS = 100;

let isOpen = false;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run));
  Object.assign(HTMLElement.prototype, { checkVisibility: () => true });
  isOpen = false;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  ['/home', ['/treasury', '/staking', '/swap', '/wallet']],
  ['/wallet', ['/profile', '/swap', '/home', '/treasury', '/staking']],
  ['/profile/bonuses', ['/profile/roles', '/profile/team', '/home', '/treasury', '/staking']],
])('while %s rests, one page after another is drawn ahead, the nearest first', (here, expected) => {
  show(here);
  drawAhead();
  expect(drawn()).toEqual([]);
  vi.advanceTimersByTime(SOON_MS);
  for (const count of expected.keys()) {
    expect(drawn()).toEqual(expected.slice(0, count + 1));
    vi.advanceTimersByTime(TURN_MS);
  }
  vi.advanceTimersByTime(10 * TURN_MS);
  expect(drawn()).toHaveLength(expected.length);
});

it('the opened sheet comes first', () => {
  show('/home');
  drawAhead();
  vi.advanceTimersByTime(SOON_MS);
  isOpen = true;
  document.getElementById('account-menu')?.dispatchEvent(new Event('toggle'));
  expect(drawn()).toEqual(['/treasury', '/profile']);
  vi.advanceTimersByTime(10 * TURN_MS);
  expect(drawn()).toEqual(['/treasury', ...SHEET]);
});

it('a finger on a link has only the page it leads to drawn', () => {
  show('/home');
  drawAhead();
  vi.advanceTimersByTime(SOON_MS);
  document.querySelector('nav a')?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  vi.advanceTimersByTime(10 * TURN_MS);
  expect(drawn()).toEqual(['/treasury']);
});

it.each([
  ['a device that saves data', { connection: { saveData: true } }],
  ['a device with little memory', { deviceMemory: 2 }],
])('draws nothing ahead on %s', (_, properties) => {
  for (const [name, value] of Object.entries(properties)) Object.defineProperty(navigator, name, { value, configurable: true });
  show('/home');
  drawAhead();
  vi.advanceTimersByTime(10 * TURN_MS);
  for (const name of Object.keys(properties)) Reflect.deleteProperty(navigator, name);
  expect(drawn()).toEqual([]);
});

it('draws nothing ahead without a bar or while a person types', () => {
  show('/home');
  const bar = document.querySelector('nav');
  Object.assign(bar ?? {}, { checkVisibility: () => false });
  drawAhead();
  vi.advanceTimersByTime(10 * TURN_MS);
  expect(drawn()).toEqual([]);

  show('/home');
  document.querySelector('input')?.focus();
  drawAhead();
  vi.advanceTimersByTime(10 * TURN_MS);
  expect(drawn()).toEqual([]);
  document.querySelector('input')?.blur();
  vi.advanceTimersByTime(TURN_MS);
  expect(drawn()).toEqual(['/treasury']);
});

function show(here: string): void {
  const link = (path: string): string => `<a href="${path}"${path === here ? ' aria-current="page"' : ''}></a>`;
  document.body.innerHTML = `<input /><nav class="bottom">${BAR.map(link).join('')}</nav>
    <nav id="account-menu"><ul>${SHEET.map(link).join('')}</ul><ul>${link('/help')}</ul></nav>`;
  const sheet = document.getElementById('account-menu');
  if (sheet) vi.spyOn(sheet, 'matches').mockImplementation(() => isOpen);
}

function drawn(): string[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('[data-ahead]')].map(({ href }) => new URL(href).pathname);
}
