// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { amount } from '../../src/lib/api/contract/scalars.ts';
import { z } from '../../src/lib/api/contract/zod.ts';
import { sessionTag } from '../../src/lib/session/kept-session.ts';
import { answerReadAtMs, KeptAnswers } from '../../src/stores/kept-answers.ts';

const HOUR_MS = 3_600_000;

/** A page that reads every answer as it is kept. */
function open(nowMs: () => number): KeptAnswers {
  const answers = new KeptAnswers(nowMs);
  answers.readBy('', z.unknown());
  return answers;
}

beforeEach(() => {
  vi.useFakeTimers({ now: 3_000 });
  localStorage.clear();
});

describe('the provider’s responses', () => {
  it('are available on the next page, as stale', () => {
    open(() => 1_000).set('home', { data: { total: '1.5' }, created: 1_000, expires: 2_000 });
    expect(open(() => 2_000).get('home')).toEqual({
      data: { total: '1.5' },
      created: 0,
      expires: 1_000 + 24 * HOUR_MS,
    });
    expect(answerReadAtMs('home')).toBe(1_000);
  });

  it('expire after 24 hours', () => {
    open(() => 0).set('home', { data: 1, created: 1, expires: 2 });
    expect(open(() => 25 * HOUR_MS).has('home')).toBe(false);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('aren’t stored if they failed', () => {
    open(() => 0).set('home', { error: new Error('gone'), created: 1 });
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('stay next to a failed refresh, and keep their age', () => {
    const answers = open(() => 1_000);
    const error = new Error('gone');
    answers.set('home', { data: 1, created: 1_000, expires: 9_000 });
    answers.set('home', { error, created: 2_000, expires: 10_000, retryCount: 1 });
    expect(answers.get('home')).toEqual({ data: 1, error, created: 2_000, expires: 10_000, retryCount: 1 });
    expect(answerReadAtMs('home')).toBe(1_000);
    answers.set('home', { data: 2, created: 3_000, expires: 11_000 });
    expect(answers.get('home')).toEqual({ data: 2, created: 3_000, expires: 11_000 });
  });

  it('stay unchanged when they become stale', () => {
    const answers = open(() => 1_000);
    answers.set('home', { data: 1, created: 1_000, expires: 9_000 });
    answers.set('home', { data: 1, created: -Infinity, expires: 9_000 });
    expect(answerReadAtMs('home')).toBe(1_000);
    expect(open(() => 2_000).get('home')?.data).toBe(1);
  });

  it('are taken again when another page has stored newer ones, and only those are shown', () => {
    const other = open(() => 1_000);
    other.set('home', { data: { total: '1.5' }, created: 1_000, expires: 2_000 });
    other.set('staking', { data: 'as before', created: 1_000, expires: 2_000 });
    const answers = open(() => 3_000);
    other.set('home', { data: { total: '2.5' }, created: 2_000, expires: 3_000 });
    const shown: unknown[] = [];
    answers.restore((key, data) => shown.push([key, data, answers.has(key)]));
    expect(shown).toEqual([['home', { total: '2.5' }, false]]);
    expect(answers.get('home')).toEqual({ data: { total: '2.5' }, created: 0, expires: 2_000 + 24 * HOUR_MS });
    expect(answerReadAtMs('home')).toBe(2_000);
  });

  describe('a member’s responses', () => {
    const mine = `home${sessionTag('mine')}`;
    const answer = { data: { total: '1.5' }, created: 1_000, expires: 2_000 };

    it('are available on the next page of the same session', () => {
      localStorage.setItem('AUTH_TOKEN', 'mine');
      open(() => 1_000).set(mine, answer);
      expect(open(() => 2_000).get(mine)?.data).toEqual({ total: '1.5' });
    });

    it.each(['theirs', null])('are gone if the stored session is %j', (token) => {
      localStorage.setItem('AUTH_TOKEN', 'mine');
      open(() => 1_000).set(mine, answer);
      if (token === null) localStorage.removeItem('AUTH_TOKEN');
      else localStorage.setItem('AUTH_TOKEN', token);
      expect(open(() => 2_000).size).toBe(0);
      expect(Object.keys(localStorage).filter((key) => key !== 'AUTH_TOKEN')).toEqual([]);
    });

    it('aren’t stored if they arrive after another member has signed in', () => {
      localStorage.setItem('AUTH_TOKEN', 'mine');
      const answers = open(() => 1_000);
      localStorage.setItem('AUTH_TOKEN', 'theirs');
      answers.set(mine, answer);
      localStorage.removeItem('AUTH_TOKEN');
      answers.set(mine, answer);
      expect(Object.keys(localStorage)).toEqual([]);
    });
  });

  describe('with amounts', () => {
    const TOTAL = 1_500_000_000_000_000_000n;
    const home = z.object({ total: amount });

    function openHome(): KeptAnswers {
      const answers = new KeptAnswers(() => 2_000);
      answers.readBy('home/', home);
      answers.readBy('home/rows:', z.array(home));
      return answers;
    }

    it('are kept as they were sent, and read by the schema with the longest beginning', () => {
      const one = openHome();
      one.set('home/now', { data: { total: TOTAL }, created: 1_000 });
      one.set('home/rows:1', { data: [{ total: TOTAL }], created: 1_000 });
      expect(localStorage.getItem('jufi:cache:home/now')).toBe('{"atMs":1000,"data":{"total":"1.5"}}');
      const next = openHome();
      expect([next.get('home/now')?.data, next.get('home/rows:1')?.data]).toEqual([{ total: TOTAL }, [{ total: TOTAL }]]);
    });

    it('are gone where another version of the site has kept something else', () => {
      localStorage.setItem('jufi:cache:home/now', '{"atMs":1000,"data":{"sum":"1.5"}}');
      expect(openHome().get('home/now')).toBeUndefined();
      expect(Object.keys(localStorage)).toEqual([]);
    });

    it('stay for what reads them later on the page, though they became stale meanwhile', () => {
      openHome().set('home/now', { data: { total: TOTAL }, created: 1_000 });
      const next = new KeptAnswers(() => 2_000);
      next.set('home/now', { ...next.get('home/now'), created: -Infinity });
      next.readBy('home/', home);
      expect(next.get('home/now')).toMatchObject({ data: { total: TOTAL }, created: -Infinity });
    });
  });

  it('survive garbage in storage', () => {
    localStorage.setItem('jufi:cache:home', '{not json');
    localStorage.setItem('jufi:cache:x', '{"atMs":"1"}');
    localStorage.setItem('other', '1');
    expect(open(() => 0).size).toBe(0);
    expect(Object.keys(localStorage)).toEqual(['other']);
  });
});
