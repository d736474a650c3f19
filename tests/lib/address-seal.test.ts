import { expect, it } from 'vitest';
import { addressSeal } from '../../src/lib/address-seal.ts';

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const lookalike = '0xf39F000000000000000000000000000000002266';

it('draws the same seal for an address in any case', () => {
  expect(addressSeal(address.toLowerCase())).toEqual(addressSeal(address));
});

it('draws different seals for addresses with the same start and end', () => {
  const seal = addressSeal(address);
  for (const [index, path] of addressSeal(lookalike).entries()) expect(path).not.toBe(seal[index]);
});

it('keeps its rings within the 48-unit square, closed and with five to nine petals', () => {
  const counts = new Set<number>();
  for (let index = 0; index < 300; index++) {
    const seal = addressSeal(`0x${index.toString(16).padStart(40, '0')}`);
    expect(seal).toHaveLength(4);
    for (const path of seal) {
      expect(path).toMatch(/^M[\d.]+ [\d.]+(Q[\d.]+ [\d.]+ [\d.]+ [\d.]+)+Z$/);
      for (const [number] of path.matchAll(/[\d.]+/g)) expect(Number(number)).toBeLessThanOrEqual(48);
      counts.add((path.split('Q').length - 1) / 10);
    }
  }
  expect([...counts].sort()).toEqual([5, 6, 7, 8, 9]);
});
