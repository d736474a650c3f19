import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../../provider/db/migrations');
/** Changes that a process of the previous version would miss, or be refused by, while both run. */
const CONTRACTS = [
  /\bdrop\s+(table|column|type|function|view|schema|sequence)\b/i,
  /\balter\s+table\b[^;]*\bdrop\s+(?!constraint|not\s+null|default)(column\s+)?\w+/i,
  /\brename\s+(to|column|constraint|value)\b/i,
  /\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/i,
  /\balter\s+(column\s+)?\w+\s+set\s+not\s+null\b/i,
  /\badd\s+column\s+(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/i,
];
/** A comment that names the version since which the dropped part is unused. */
const MARKER = /^-- contract: .{10,}$/m;
const BASELINE = '1000_baseline.sql';

const contractsIn = (text: string): boolean => {
  const statements = text.replaceAll(/--[^\n]*/g, '');
  return CONTRACTS.some((pattern) => pattern.test(statements));
};

describe('a migration', () => {
  it.each(readdirSync(FOLDER).filter((name) => name > BASELINE))(
    '%s only adds, or says since when nothing uses what it takes away',
    (name) => {
      const text = readFileSync(join(FOLDER, name), 'utf8');
      if (contractsIn(text)) expect(text).toMatch(MARKER);
    },
  );

  it.each([
    'alter table member drop column bio;',
    'alter table member drop bio;',
    'drop function add_points(uuid);',
    'alter table member rename column bio to biography;',
    'alter table member alter column bio type varchar(10);',
    'alter table member alter bio set not null;',
    'alter table member add column bio text not null;',
  ])('takes away with %s', (text) => expect(contractsIn(text)).toBe(true));

  it.each([
    'alter table member add column bio text;',
    "alter table member add column bio text not null default '';",
    'create or replace function f() returns void language sql as $$ select $$;',
    'alter table member drop constraint member_bio;',
    '-- drop table member\ncreate index on member (bio);',
  ])('only adds with %s', (text) => expect(contractsIn(text)).toBe(false));
});
