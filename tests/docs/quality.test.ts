import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Figure, figures } from '../quality/figures.ts';
import { isHeld, readTable, shown, writeTable } from '../quality/quality-table.ts';
import { longStages } from '../run/stages.ts';

describe('the table of quality', () => {
  it('lists today’s figures, each with the limit it is held to', async () => {
    const document = await readFile(join(import.meta.dirname, '../../docs/quality.md'), 'utf8');
    const known = readTable(document);
    expect(document.slice(document.indexOf('| What |'))).toBe(
      writeTable(figures.map((figure) => ({ figure, last: known.get(figure.what) }))),
    );
  });

  it('names each figure once, and only stages that exist', () => {
    expect(new Set(figures.map(({ name }) => name)).size).toBe(figures.length);
    expect(new Set(figures.map(({ what }) => what)).size).toBe(figures.length);
    const known = longStages.map(({ name }) => name);
    expect(figures.filter(({ stage }) => !known.includes(stage))).toEqual([]);
  });

  it('keeps values and remarks, and says plainly what misses its limit', () => {
    const [first, second] = figures;
    if (first === undefined || second === undefined) throw new Error('no figures');
    const table = writeTable([
      { figure: first, last: { value: '9999', day: '2026-11-25', remark: 'the machine was busy' } },
      { figure: second, last: undefined },
    ]);
    expect(table).toContain('| 9999 (the machine was busy) | 2026-11-25 | **no** |');
    expect(table).toContain('| not measured yet |  |  |');
    expect([...readTable(table)]).toEqual([[first.what, { value: '9999', day: '2026-11-25', remark: 'the machine was busy' }]]);
    expect(isHeld(first, 0)).toBe(true);
  });

  it('shows three digits, which can be read again and say the same of the limit as the value does', () => {
    const at = (limit: Figure['limit']): Figure => ({ name: 'any', what: 'any', stage: 'weights', limit, unit: '' });
    const [most, least] = [at({ most: 1.2 }), at({ least: 90 })];
    const values = [1.23456, 100, 0, 99.96, 1_234.56, 120.4, 0.000_04, 1.1999, 1.2001];
    expect(values.map((value) => shown(most, value))).toEqual(['1.23', '100', '0', '100', '1235', '120', '0.00004', '1.2', '1.2001']);
    expect([89.96, 90, 99.97].map((value) => shown(least, value))).toEqual(['89.9600', '90', '100']);
    for (const value of values) {
      const table = writeTable([{ figure: most, last: { value: shown(most, value), day: '2026-11-25', remark: '' } }]);
      expect(readTable(table).get('any')?.value).toBe(shown(most, value));
    }
  });
});
