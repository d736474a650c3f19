// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LEAVE_EVENT } from '../../src/lib/visit/leave-for.ts';
import { goTo } from '../../src/shell/find/finder.ts';

const heard: string[] = [];
const hear = ({ type }: Event): void => void heard.push(type);

beforeEach(() => {
  heard.length = 0;
  history.replaceState(null, '', '/wallet?a=1#deposit');
  for (const type of [LEAVE_EVENT, 'hashchange']) addEventListener(type, hear);
  vi.spyOn(location, 'assign').mockImplementation((address) => history.replaceState(null, '', String(address)));
});
afterEach(() => {
  for (const type of [LEAVE_EVENT, 'hashchange']) removeEventListener(type, hear);
  vi.restoreAllMocks();
});

it('a part of the page itself is no other page: nothing waits for one, and what acts on the fragment hears of it', () => {
  goTo('/wallet?a=1#send');
  expect(location.hash).toBe('#send');
  // The browser tells of a fragment that has changed.
  expect(heard).toEqual([]);
  goTo('/wallet?a=1#send');
  expect(heard).toEqual(['hashchange']);
});

it.each(['/wallet#send', '/wallet?a=1', '/home#claims'])('%s is another page', (address) => {
  goTo(address);
  expect(heard).toEqual([LEAVE_EVENT]);
});
