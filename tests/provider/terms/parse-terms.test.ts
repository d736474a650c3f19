import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultEconomy, type Economy, economySchema } from '../../../provider/economy.ts';
import { hashTerms } from '../../../provider/terms/terms-versions.ts';
import { listChanges } from '../../../provider/terms/check-new-terms.ts';
import { exampleDocument, parseTerms, renderTerms, schemaDocument, withFields } from '../../../provider/terms/terms-documents.ts';

const docs = (name: string): string => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');

type Loose = Record<string, unknown>;

/** The terms of the source with one value replaced; undefined takes it away. */
function withValue(path: readonly (string | number)[], value: unknown): string {
  const copy = structuredClone(defaultEconomy) as unknown as Loose;
  const place = path.slice(0, -1).reduce<Loose>((at, part) => at[part] as Loose, copy);
  place[path.at(-1) ?? ''] = value;
  return JSON.stringify(copy);
}

function mistakesOf(text: string): string[] {
  const parsed = parseTerms(text);
  return 'mistakes' in parsed ? parsed.mistakes : [];
}

/** Every value there is, by its path. */
function leavesOf(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => leavesOf(each, [...path, index]));
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, each]) => leavesOf(each, [...path, key]));
}

const text = (path: readonly (string | number)[]): string =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`)).join('');

describe('a file of terms', () => {
  it('may have comments and trailing commas, and parses its own rendering', () => {
    expect(parseTerms(renderTerms(defaultEconomy, ['version 1']))).toEqual({ economy: defaultEconomy });
    expect(parseTerms(docs('examples/terms.jsonc'))).toEqual({ economy: defaultEconomy });
    expect(parseTerms(JSON.stringify(defaultEconomy).replace(/\}$/, ',}'))).toEqual({ economy: defaultEconomy });
  });

  it('is refused for each value that is missing or of another kind, with its place', () => {
    for (const path of leavesOf(defaultEconomy)) {
      // Any name may be missing, and any text be one.
      for (const wrong of [null, {}, -1, 1.5, ...(path[0] === 'names' ? [] : [undefined, 'x'])])
        expect(
          mistakesOf(withValue(path, wrong)).some((mistake) => mistake.startsWith(`${text(path)}: `)),
          `${text(path)} = ${JSON.stringify(wrong)}`,
        ).toBe(true);
    }
  });

  it.each<[string, (string | number)[], unknown, string]>([
    ['a number for an amount', ['treasury', 'minUsdt'], 10, 'treasury.minUsdt: Invalid input: expected string, received number'],
    ['more digits than USDT has', ['treasury', 'minUsdt'], '0.0000001', 'treasury.minUsdt: must be an amount such as "12.5"'],
    ['a name that nobody knows', ['transfer', 'feerate'], 1, 'transfer: Unrecognized key: "feerate"'],
    ['a rate beyond all', ['transfer', 'feeRate'], 10_001, 'transfer.feeRate: Too big'],
    ['ranks that skip', ['roles', 2, 'rank'], 5, 'roles: ranks must count up from 0'],
    [
      'a role that is cheaper than the one below',
      ['roles', 2, 'priceUsdt'],
      '50',
      'roles: each role must cost more than the one before it',
    ],
    ['two roles of one code', ['roles', 2, 'code'], 'SILVER', 'roles: two roles share a code'],
    ['privileges of two rhythms', ['roles', 2, 'privilege', 'everyDays'], 7, 'roles: privileges of all roles fall due equally often'],
    ['bonuses beyond the share', ['pools', 'bonusShareOfSales'], 100, 'roles: bonus rates of up to 2000 bp exceed'],
    ['two packages of one code', ['treasury', 'packages', 1, 'code'], 'SEED', 'treasury.packages: two packages share a code'],
    ['no least purchase', ['treasury', 'minUsdt'], '0', 'treasury.minUsdt: must be more than nothing'],
    ['a most below the least', ['treasury', 'maxUsdt'], '5', 'treasury.maxUsdt: must not be less than minUsdt'],
    ['windows the wrong way round', ['treasury', 'price', 'longWindowMinutes'], 30, 'treasury.price.longWindowMinutes: must be longer'],
    ['settlement the wrong way round', ['insurance', 'settlementWindowsHours'], [168, 24], 'insurance.settlementWindowsHours: the second'],
    ['cover that nobody can cancel', ['insurance', 'noCancelDays'], 180, 'insurance.noCancelDays: must be fewer than days'],
    ['levels that begin later', ['score', 'levels', 0, 'from'], 5, 'score.levels: levels must begin at 0 and rise'],
    ['points for nothing', ['score', 'pricePerPointUsdt'], '0', 'score.pricePerPointUsdt: must be more than nothing'],
    ['a claim above its most', ['score', 'claim', 'base'], 31, 'score.claim.max: must not be less than base'],
    ['two tiers of one minimum', ['staking', 'tiers', 1, 'minJuf'], '100.0', 'staking.tiers: two tiers share'],
    ['two periods of one length', ['staking', 'periods', 1, 'days'], 30, 'staking.periods: two periods are of the same length'],
    ['turbo by nothing', ['staking', 'turbo', 'perJuf'], '0', 'staking.turbo.perJuf: must be more than nothing'],
    ['a most transfer below the least', ['transfer', 'maximum'], '0.5', 'transfer.maximum: must not be less than minimum'],
    ['a limit of nothing', ['transfer', 'payoutDailyLimitUnpriced', 'JU'], '0', 'transfer.payoutDailyLimitUnpriced: a limit of nothing'],
  ])('is refused for %s', (_, path, value, says) => {
    expect(mistakesOf(withValue(path, value)).join('\n')).toContain(says);
  });

  it('is refused with the line if it isn’t JSON or has a duplicate key', () => {
    expect(mistakesOf('{\n"profile": {\n')).toEqual([expect.stringMatching(/^line \d+: /)]);
    expect(mistakesOf('{\n"a": 1,\n"a": 2\n}')).toEqual(['line 3: "a" is written twice']);
    expect(mistakesOf('[]')).toEqual([expect.stringContaining('expected object')]);
  });
});

it('terms are the same in whatever order they are written', () => {
  const turned = Object.fromEntries(Object.entries(defaultEconomy).toReversed());
  expect(hashTerms(economySchema.parse(turned))).toBe(hashTerms(defaultEconomy));
  expect(hashTerms({ ...defaultEconomy, bonuses: { capRate: 1 } })).not.toBe(hashTerms(defaultEconomy));
});

it('changes are listed by names, not by positions', () => {
  const after: Economy = structuredClone(defaultEconomy);
  after.staking.periods = after.staking.periods.toReversed().map((period) => (period.days === 30 ? { ...period, apr: 1 } : period));
  after.treasury.packages = after.treasury.packages.slice(1);
  expect(listChanges(defaultEconomy, after).map(({ path }) => path)).toEqual(['treasury.packages.SEED', 'staking.periods.30 days.apr']);
});

it('schema, example and table of fields in docs are those of the definition', () => {
  const again = 'run `node server/write-terms.ts`';
  expect(docs('terms.schema.json'), again).toBe(schemaDocument());
  expect(docs('examples/terms.jsonc'), again).toBe(exampleDocument());
  expect(docs('terms.md'), again).toBe(withFields(docs('terms.md')));
});
