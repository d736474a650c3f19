import { describe, expect, it } from 'vitest';
import { readCarriedArrival, readInAppMark } from '../../../src/lib/visit/tab-marks.ts';

const carried = (change: object): string => JSON.stringify({ path: '/zh/home', atMs: 1_000, kind: 'in-app', token: 't', ...change });

describe('what a redirect carries along', () => {
  it('is read on the target page', () => {
    expect(readCarriedArrival(carried({}), '/zh/home', 2_000)).toEqual({ path: '/zh/home', atMs: 2_000, kind: 'in-app', token: 't' });
  });

  it.each([
    ['another page', carried({}), '/home', 2_000],
    ['a later load', carried({}), '/zh/home', 61_001],
    ['a record without a time', carried({ atMs: undefined }), '/zh/home', 2_000],
    ['nothing', null, '/zh/home', 2_000],
    ['what is no JSON', '{', '/zh/home', 2_000],
    ['JSON that is no record', '"x"', '/zh/home', 2_000],
    ['null', 'null', '/zh/home', 2_000],
  ])('isn’t read from %s', (_name, text, path, nowMs) => {
    expect(readCarriedArrival(text, path, nowMs)).toBeNull();
  });

  it('counts as a visit if its kind is unknown, and has a token only if one was written', () => {
    expect(readCarriedArrival(carried({ kind: 'other', token: 5 }), '/zh/home', 1_000)).toMatchObject({ kind: 'visit', token: undefined });
  });
});

describe('the mark of one of our links', () => {
  it('is a path and a time', () => {
    expect(readInAppMark('{"path":"/home","atMs":5}')).toEqual({ path: '/home', atMs: 5 });
    for (const text of [null, '', '[]', '{"path":"/home"}', '{"path":1,"atMs":5}']) expect(readInAppMark(text)).toBeNull();
  });
});
