import { describe, expect, it } from 'vitest';
import { sessionTag } from '../../src/lib/session/session-tag.ts';
import { safeStorage } from '../../src/lib/storage/safe-storage.ts';
import { answerReadAtMs, KeptAnswers } from '../../src/stores/kept-answers.ts';

const HOUR_MS = 3_600_000;

describe('the provider’s responses', () => {
  it('are available on the next page, as stale', () => {
    const storage = safeStorage(memoryStorage());
    new KeptAnswers(storage, () => 1_000).set('home', { data: { total: '1.5' }, created: 1_000, expires: 2_000 });
    expect(new KeptAnswers(storage, () => 2_000).get('home')).toEqual({
      data: { total: '1.5' },
      created: 0,
      expires: 1_000 + 24 * HOUR_MS,
    });
    expect(answerReadAtMs('home', storage)).toBe(1_000);
  });

  it('expire after 24 hours', () => {
    const storage = safeStorage(memoryStorage());
    new KeptAnswers(storage, () => 0).set('home', { data: 1, created: 1, expires: 2 });
    expect(new KeptAnswers(storage, () => 25 * HOUR_MS).has('home')).toBe(false);
    expect(storage.keys()).toEqual([]);
  });

  it('aren’t stored if they failed', () => {
    const storage = safeStorage(memoryStorage());
    new KeptAnswers(storage, () => 0).set('home', { error: new Error('gone'), created: 1 });
    expect(storage.keys()).toEqual([]);
  });

  it('stay next to a failed refresh, and keep their age', () => {
    const storage = safeStorage(memoryStorage());
    const answers = new KeptAnswers(storage, () => 1_000);
    const error = new Error('gone');
    answers.set('home', { data: 1, created: 1_000, expires: 9_000 });
    answers.set('home', { error, created: 2_000, expires: 10_000, retryCount: 1 });
    expect(answers.get('home')).toEqual({ data: 1, error, created: 2_000, expires: 10_000, retryCount: 1 });
    expect(answerReadAtMs('home', storage)).toBe(1_000);
    answers.set('home', { data: 2, created: 3_000, expires: 11_000 });
    expect(answers.get('home')).toEqual({ data: 2, created: 3_000, expires: 11_000 });
  });

  it('stay unchanged when they become stale', () => {
    const storage = safeStorage(memoryStorage());
    const answers = new KeptAnswers(storage, () => 1_000);
    answers.set('home', { data: 1, created: 1_000, expires: 9_000 });
    answers.set('home', { data: 1, created: -Infinity, expires: 9_000 });
    expect(answerReadAtMs('home', storage)).toBe(1_000);
    expect(new KeptAnswers(storage, () => 2_000).get('home')?.data).toBe(1);
  });

  it('are taken again when another page has stored newer ones, and only those are shown', () => {
    const storage = safeStorage(memoryStorage());
    const other = new KeptAnswers(storage, () => 1_000);
    other.set('home', { data: { total: '1.5' }, created: 1_000, expires: 2_000 });
    other.set('staking', { data: 'as before', created: 1_000, expires: 2_000 });
    const answers = new KeptAnswers(storage, () => 3_000);
    other.set('home', { data: { total: '2.5' }, created: 2_000, expires: 3_000 });
    const shown: unknown[] = [];
    answers.restore((key, data) => shown.push([key, data, answers.has(key)]));
    expect(shown).toEqual([['home', { total: '2.5' }, false]]);
    expect(answers.get('home')).toEqual({ data: { total: '2.5' }, created: 0, expires: 2_000 + 24 * HOUR_MS });
    expect(answerReadAtMs('home', storage)).toBe(2_000);
  });

  describe('a member’s responses', () => {
    const mine = `home${sessionTag('mine')}`;
    const answer = { data: { total: '1.5' }, created: 1_000, expires: 2_000 };

    it('are available on the next page of the same session', () => {
      const storage = safeStorage(memoryStorage({ AUTH_TOKEN: 'mine' }));
      new KeptAnswers(storage, () => 1_000).set(mine, answer);
      expect(new KeptAnswers(storage, () => 2_000).get(mine)?.data).toEqual({ total: '1.5' });
    });

    it.each(['theirs', null])('are gone if the stored session is %j', (token) => {
      const storage = safeStorage(memoryStorage({ AUTH_TOKEN: 'mine' }));
      new KeptAnswers(storage, () => 1_000).set(mine, answer);
      if (token === null) storage.remove('AUTH_TOKEN');
      else storage.set('AUTH_TOKEN', token);
      expect(new KeptAnswers(storage, () => 2_000).size).toBe(0);
      expect(storage.keys().filter((key) => key !== 'AUTH_TOKEN')).toEqual([]);
    });

    it('aren’t stored if they arrive after another member has signed in', () => {
      const storage = safeStorage(memoryStorage({ AUTH_TOKEN: 'mine' }));
      const answers = new KeptAnswers(storage, () => 1_000);
      storage.set('AUTH_TOKEN', 'theirs');
      answers.set(mine, answer);
      storage.remove('AUTH_TOKEN');
      answers.set(mine, answer);
      expect(storage.keys()).toEqual([]);
    });
  });

  it('survive garbage in storage', () => {
    const storage = safeStorage(memoryStorage({ 'jufi:cache:home': '{not json', 'jufi:cache:x': '{"atMs":"1"}', other: '1' }));
    expect(new KeptAnswers(storage, () => 0).size).toBe(0);
    expect(storage.keys()).toEqual(['other']);
  });
});

function memoryStorage(entries: Record<string, string> = {}): () => Storage {
  const map = new Map(Object.entries(entries));
  const storage = new Proxy(
    {
      getItem: (key: string) => map.get(key) ?? null,
      setItem: (key: string, value: string) => void map.set(key, value),
      removeItem: (key: string) => void map.delete(key),
      clear: () => map.clear(),
      key: (index: number) => [...map.keys()][index] ?? null,
      get length() {
        return map.size;
      },
    },
    { ownKeys: () => [...map.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) },
  );
  return () => storage;
}
