import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { carriedArrival, inAppMark } from '../../../src/lib/visit/tab-marks.ts';

const carried = (change: object): string => JSON.stringify({ path: '/zh/home', atMs: 1_000, kind: 'in-app', token: 't', ...change });

beforeEach(() => void vi.useFakeTimers({ now: 2_000 }));
afterEach(() => void vi.useRealTimers());

describe('what a redirect carries along', () => {
  it('is read on the target page', () => {
    expect(carriedArrival.read(carried({}))).toEqual({ path: '/zh/home', atMs: 1_000, kind: 'in-app', token: 't' });
  });

  it.each([
    ['a later load', carried({ atMs: 2_000 - 60_000 })],
    ['a record without a time', carried({ atMs: undefined })],
    ['a record without a page', carried({ path: undefined })],
    ['what is no JSON', '{'],
    ['JSON that is no record', '"x"'],
    ['null', 'null'],
  ])('isn’t read from %s', (_name, text) => {
    expect(carriedArrival.read(text)).toBeUndefined();
  });

  it('counts as a visit if its kind is unknown, and has a token only if one was written', () => {
    expect(carriedArrival.read(carried({ kind: 'other', token: 5 }))).toMatchObject({ kind: 'visit', token: undefined });
  });
});

describe('the mark of one of our links', () => {
  it('is a path and a time', () => {
    expect(inAppMark.read('{"path":"/home","atMs":5}')).toEqual({ path: '/home', atMs: 5 });
    for (const text of ['', '[]', '{"path":"/home"}', '{"path":1,"atMs":5}']) expect(inAppMark.read(text)).toBeUndefined();
  });
});
