import { existsSync, readFileSync } from 'node:fs';

/** A test as documents name it: its file in code, and where one is meant its title or the beginning of a part of it in quotes. */
const NAMED = /`(tests\/[\w./-]+\.(?:test|e2e)\.tsx?)`(?:: “([^”]+)”)?/g;

/** Tests that a document names and that don't exist. */
export function missingTests(text: string): string[] {
  return [...text.matchAll(NAMED)].flatMap(([, path = '', title]) => {
    if (!existsSync(path)) return [path];
    return title === undefined || readFileSync(path, 'utf8').includes(title) ? [] : [`${path}: ${title}`];
  });
}

export function countNamedTests(text: string): number {
  return [...text.matchAll(NAMED)].length;
}
