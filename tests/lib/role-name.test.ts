import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { defaultEconomy } from '../../provider/economy.ts';
import { languageCodes } from '../../src/lib/i18n/language-codes.ts';
import { roleName } from '../../src/lib/role-name.ts';

const namesIn = (language: string): Record<string, string> =>
  (JSON.parse(readFileSync(`public/locales/${language}/roles.json`, 'utf8')) as { names: Record<string, string> }).names;

it.each(languageCodes)('each of our roles has its own name in %s', (language) => {
  const names = namesIn(language);
  expect(Object.keys(names)).toEqual(defaultEconomy.roles.map(({ code }) => code));
  expect(new Set(Object.values(names)).size).toBe(defaultEconomy.roles.length);
});

it('an unknown role has the provider’s name', () => {
  expect(roleName({ code: 'SILVER', name: 'Silver' }, namesIn('de'))).toBe('Silber');
  expect(roleName({ code: 'FOUNDER', name: 'Founder' }, namesIn('de'))).toBe('Founder');
});
