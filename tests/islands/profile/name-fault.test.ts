import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUsername } from '../../../provider/modules/profile/username/judge-username.ts';
import { uidFault, usernameFault } from '../../../src/islands/profile/NameField.tsx';

describe('a username while it is typed', () => {
  it.each([
    ['ab', 'LENGTH'],
    ['a'.repeat(21), 'LENGTH'],
    ['a'.repeat(500), 'LENGTH'],
    ['anna maria', 'CHARACTERS'],
    ['anna\u202Eairam', 'CHARACTERS'],
    ['anna\u200Bmaria', 'CHARACTERS'],
    ['anna\u0007', 'CHARACTERS'],
    ['anna_m', null],
    ['王小雨', null],
    // Mixed scripts and emoji need Unicode tables: the provider refuses them.
    ['аnna', null],
    ['anna👍', null],
  ])('%j: %s', (typed, fault) => {
    expect(usernameFault(typed)).toBe(fault);
  });

  it('is refused here only if the provider refuses it too', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (typed) => {
        if (usernameFault(typed) !== null) expect(() => readUsername(typed)).toThrow();
      }),
    );
  });
});

it.each([
  ['abcde', 'LENGTH'],
  ['abcdefghijklm', 'LENGTH'],
  ['Abcdef', 'CHARACTERS'],
  ['abc-def', 'CHARACTERS'],
  ['абвгде', 'CHARACTERS'],
  ['abc123', null],
])('a uid while it is typed, %j: %s', (typed, fault) => {
  expect(uidFault(typed)).toBe(fault);
});
