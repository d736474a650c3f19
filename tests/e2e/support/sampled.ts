/** As in `npm run sweep -- browser-matrices`. */
export const isWhole = Boolean(process.env['E2E_WHOLE']);

/**
 * The cases of a matrix: all of them with `E2E_WHOLE`, as in `npm run sweep`; otherwise each row with one column, cycling through the
 * columns so that each is covered.
 */
export function sampled<Row, Column>(rows: readonly Row[], columns: readonly Column[]): [row: Row, column: Column][] {
  return rows.flatMap((row, index) =>
    columns.flatMap((column, place): [Row, Column][] => (isWhole || index % columns.length === place ? [[row, column]] : [])),
  );
}
