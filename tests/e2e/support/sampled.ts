/**
 * The cases of a matrix. With `E2E_WHOLE`, as in `npm run sweep`, all of them; otherwise each row with one column, and the columns in turn, so that
 * each is met.
 */
export function sampled<Row, Column>(rows: readonly Row[], columns: readonly Column[]): [row: Row, column: Column][] {
  return rows.flatMap((row, index) =>
    columns.flatMap((column, place): [Row, Column][] => (isWhole || index % columns.length === place ? [[row, column]] : [])),
  );
}

const isWhole = Boolean(process.env['E2E_WHOLE']);
