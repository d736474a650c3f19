import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { markdownFiles } from './project-files.ts';

const MOST = 160;

describe('documents', () => {
  test.each(markdownFiles())('%s has no line of prose that has to be scrolled', (path) => {
    const prose = readFileSync(path, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
    expect(prose.split('\n').filter((line) => line.length > MOST && !/^\s*\|/.test(line))).toEqual([]);
  });
});
