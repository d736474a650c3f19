import type { Figure } from './figures.ts';

export interface QualityRow {
  figure: Figure;
  /** Undefined while it has never been measured here. */
  last: { value: string; day: string; remark: string } | undefined;
}

const HEAD = ['What', 'Command', 'Limit', 'Last value', 'Day', 'Held'];

/** The table of `docs/quality.md`. */
export function writeTable(rows: readonly QualityRow[]): string {
  const lines = rows.map(({ figure, last }) => {
    const limit = 'most' in figure.limit ? `at most ${figure.limit.most}` : `at least ${figure.limit.least}`;
    const value = last === undefined ? 'not measured yet' : `${last.value}${last.remark === '' ? '' : ` (${last.remark})`}`;
    return [
      figure.what,
      `\`npm run quality -- ${figure.stage}\``,
      `${limit} ${figure.unit}`.trim(),
      value,
      last?.day ?? '',
      verdictOf(figure, last),
    ];
  });
  const written = [HEAD, HEAD.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`);
  return `${written.join('\n')}\n`;
}

/** The rows of an earlier table, by their figure's name. */
export function readTable(document: string): Map<string, NonNullable<QualityRow['last']>> {
  const known = new Map<string, NonNullable<QualityRow['last']>>();
  for (const line of document.split('\n')) {
    const [, what, , , value, day] = line.split('|').map((cell) => cell.trim());
    const parts = /^([\d.e+-]+)(?: \((.*)\))?$/.exec(value ?? '');
    if (what === undefined || day === undefined || parts === null || !/^\d{4}-\d{2}-\d{2}$/.test(day)) continue;
    known.set(what, { value: parts[1] ?? '', remark: parts[2] ?? '', day });
  }
  return known;
}

export function isHeld({ limit }: Figure, value: number): boolean {
  return 'most' in limit ? value <= limit.most : value >= limit.least;
}

/** In three digits, or in as many as it takes to be on the same side of the limit. */
export function shown(figure: Figure, value: number): string {
  const texts = [Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3))), value.toFixed(4)];
  return texts.find((text) => isHeld(figure, Number(text)) === isHeld(figure, value)) ?? String(value);
}

function verdictOf(figure: Figure, last: QualityRow['last']): string {
  if (last === undefined) return '';
  return isHeld(figure, Number(last.value)) ? 'yes' : '**no**';
}
