import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writtenFiles } from './project-files.ts';

const FOLDER = 'docs/decisions';
const MENTION = /\bdecisions? (\d+(?:(?:, | and | or )\d+)*)/gi;

const files = readdirSync(FOLDER).filter((name) => name !== 'README.md');
const numbers = new Set(files.map((name) => Number.parseInt(name, 10)));

describe('a decision', () => {
  test.each(files)('%s says what it is about, what was decided and what that costs', (name) => {
    const text = readFileSync(`${FOLDER}/${name}`, 'utf8');
    expect(name).toMatch(/^\d{3}-[a-z0-9]+(-[a-z0-9]+)*\.md$/);
    expect(text.split('\n')[0]).toMatch(new RegExp(`^# ${Number.parseInt(name, 10)}\\. \\S`));
    expect(text.match(/^## .*$/gm)).toEqual(['## Context', '## Decision', '## Cost']);
  });

  test('has a unique number', () => {
    expect(numbers.size).toBe(files.length);
  });

  test('is in the index once, under its title', () => {
    const rows = [...readFileSync(`${FOLDER}/README.md`, 'utf8').matchAll(/^\| (\d+) \| \[(.+)\]\((.+)\) \| .+ \|$/gm)];
    expect(rows.map(([, , , name]) => name).sort()).toEqual([...files].sort());
    for (const [, number, title, name] of rows) {
      expect(readFileSync(`${FOLDER}/${name ?? ''}`, 'utf8').split('\n')[0]).toBe(`# ${number ?? ''}. ${title ?? ''}`);
    }
  });

  test('that code or a document mentions exists', () => {
    const mentions = writtenFiles()
      .filter((path) => basename(path) !== basename(import.meta.filename))
      .flatMap((path) =>
        [...readFileSync(path, 'utf8').matchAll(MENTION)].flatMap(([, found = '']) =>
          (found.match(/\d+/g) ?? []).map((number) => ({ path, number: Number(number) })),
        ),
      );
    expect(mentions.length).toBeGreaterThan(0);
    expect(mentions.filter(({ number }) => !numbers.has(number))).toEqual([]);
  });
});
