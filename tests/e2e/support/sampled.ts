/** As in `npm run test:long -- browser-matrices`. */
export const isWhole = Boolean(process.env['E2E_WHOLE']);

/** Of cases that resemble each other, every second; all of them with `E2E_WHOLE`. */
export function halved<Case>(cases: readonly Case[]): Case[] {
  return cases.filter((_, index) => isWhole || index % 2 === 0);
}

/**
 * The cases of a matrix: all of them with `E2E_WHOLE`, as in `npm run test:long`; otherwise each row with one column, cycling through the
 * columns so that each is covered.
 */
export function sampled<Row, Column>(rows: readonly Row[], columns: readonly Column[]): [row: Row, column: Column][] {
  return rows.flatMap((row, index) =>
    columns.flatMap((column, place): [Row, Column][] => (isWhole || index % columns.length === place ? [[row, column]] : [])),
  );
}
