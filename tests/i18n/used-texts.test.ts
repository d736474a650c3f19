import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTexts } from './read-texts.ts';

/** Members of a plural, which are chosen by `pluralForm`. */
const PLURAL = /\.(one|other)$/;
/** Endings of keys that templates compose: `${step}Note`. */
const ENDINGS = ['Text', 'Note', 'Act'];

const sources = globSync('{src,server,provider}/**/*.{ts,tsx,astro}').map((path) => readFileSync(path, 'utf8'));
const words = sources.map((source) => new Set(source.match(/[\w-]+/g)));
const everySource = sources.join('\n');
/** Groups that some source looks into by a variable, or hands on whole. */
const looked = new Set([...everySource.matchAll(/\b([\w-]+)(?:\[|\?\.\[|\.\$\{|\s*[,}:)])/g)].map(([, group]) => group));
const endings = ENDINGS.filter((ending) => everySource.includes(`}${ending}`));
const keys = [...readTexts('en').keys()].map((key) => key.replace(PLURAL, ''));

describe('every text', () => {
  it('is named by some source, with its group', () => {
    expect(keys.filter((key) => !isUsed(key))).toEqual([]);
  });

  it.each(['common:state.nobodyShowsThis', 'errors:NOBODY_REFUSES_THIS', 'home:start.nobodyTakesThisText'])(
    'would be missed if it were %s',
    (key) => {
      expect(isUsed(key)).toBe(false);
    },
  );
});

/**
 * A source has the key's last two words, or has the last word while another one looks its group up by a variable. Words alone can't prove that
 * a text is shown; they do find one whose last use was deleted.
 */
function isUsed(key: string): boolean {
  const [namespace = '', ...path] = key.split(/[:.]/);
  const [last = '', group, above] = path.reverse();
  const having = words.filter((all) => namesOf(last).some((name) => all.has(name)));
  if (having.length === 0) return false;
  if (group === undefined || group === namespace || having.some((all) => all.has(group))) return true;
  return looked.has(group) || (above !== undefined && looked.has(above));
}

/** The key itself, and what a template would make it from. */
function namesOf(last: string): string[] {
  return [last, ...endings.filter((ending) => last.endsWith(ending)).map((ending) => last.slice(0, -ending.length))];
}
