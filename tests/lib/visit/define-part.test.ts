// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { definePart, PART_MISSING, PART_SETTLED } from '../../../src/lib/visit/define-part.ts';

const fetchPart = vi.fn<() => Promise<string>>();
let news: string[];
let last: (() => Promise<unknown>) | undefined;
const note = ({ type, detail }: CustomEvent<() => Promise<unknown>>): void => {
  news.push(type);
  last = detail;
};

beforeEach(() => {
  vi.useFakeTimers();
  fetchPart.mockReset();
  news = [];
  for (const type of [PART_MISSING, PART_SETTLED] as const) addEventListener(type, note);
});
afterEach(() => {
  for (const type of [PART_MISSING, PART_SETTLED] as const) removeEventListener(type, note);
  vi.useRealTimers();
});

const fail = (times: number): void => {
  for (let time = 0; time < times; time += 1) fetchPart.mockRejectedValueOnce(new Error('gone'));
};

describe('a part', () => {
  it('is fetched once, however often it is asked for', async () => {
    fetchPart.mockResolvedValue('here');
    const part = definePart(fetchPart);
    expect(await Promise.all([part.load(), part.whenLoaded(), part.load()])).toEqual(['here', 'here', 'here']);
    expect(fetchPart).toHaveBeenCalledTimes(1);
  });

  it('is tried three times, with pauses, before anybody hears of it', async () => {
    fail(2);
    fetchPart.mockResolvedValue('here');
    const loaded = definePart(fetchPart).load();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await loaded).toBe('here');
    expect(news).not.toContain(PART_MISSING);
  });

  it('that a person asked for is said to be missing, and tried again when asked for again', async () => {
    fail(3);
    fetchPart.mockResolvedValue('here');
    const part = definePart(fetchPart);
    const refused = expect(part.load()).rejects.toThrow('gone');
    await vi.advanceTimersByTimeAsync(5_000);
    await refused;
    expect(news).toEqual([PART_MISSING]);
    expect(await part.load()).toBe('here');
    expect(news).toEqual([PART_MISSING, PART_SETTLED]);
  });

  it('can be asked for by who was told that it is missing, which serves who waits for it', async () => {
    fail(3);
    fetchPart.mockResolvedValue('here');
    const waiting = definePart(fetchPart).whenLoaded();
    await vi.advanceTimersByTimeAsync(5_000);
    await last?.();
    expect(await waiting).toBe('here');
  });

  it.each(['online', 'pointerdown', 'keydown'])('that somebody waits for is tried again at the next %s, each time', async (type) => {
    fail(6);
    fetchPart.mockResolvedValue('here');
    const waiting = definePart(fetchPart).whenLoaded();
    for (const calls of [3, 6, 7]) {
      await vi.advanceTimersByTimeAsync(5_000);
      expect(fetchPart).toHaveBeenCalledTimes(calls);
      dispatchEvent(new Event(type));
    }
    expect(await waiting).toBe('here');
  });

  it('is missed silently while nobody needs it', async () => {
    fetchPart.mockRejectedValue(new Error('gone'));
    const over = new AbortController();
    void definePart(fetchPart).whenLoaded({ isAhead: true, signal: over.signal });
    await vi.advanceTimersByTimeAsync(5_000);
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(fetchPart).toHaveBeenCalledTimes(6);
    expect(news).toEqual([]);
    over.abort();
  });

  it('isn’t missing any more once nobody waits for it', async () => {
    fetchPart.mockRejectedValue(new Error('gone'));
    const over = new AbortController();
    void definePart(fetchPart).whenLoaded({ signal: over.signal });
    await vi.advanceTimersByTimeAsync(5_000);
    over.abort();
    expect(news).toEqual([PART_MISSING, PART_SETTLED]);
    dispatchEvent(new Event('online'));
    expect(fetchPart).toHaveBeenCalledTimes(3);
  });

  it('whose request hangs is said to be missing, and taken when it comes', async () => {
    const answer = Promise.withResolvers<string>();
    fetchPart.mockReturnValue(answer.promise);
    const loaded = definePart(fetchPart).load();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(news).toEqual([PART_MISSING]);
    answer.resolve('late');
    expect(await loaded).toBe('late');
    expect(news).toEqual([PART_MISSING, PART_SETTLED]);
  });
});
