import type { ReadableAtom } from 'nanostores';
import type { ReactNode } from 'react';
import type { ServerState } from '../../stores/server-state.ts';
import { Waiting } from '../figures/Skeleton.tsx';
import { Pager } from './Pager.tsx';
import { type TableColumn, TableHead } from './TableHead.tsx';
import { type EmptyAct, EmptyState, FailureNotice } from '../state/FailureNotice.tsx';
import { useSection } from '../state/use-server-state.ts';

interface ListPage<Row> {
  content: readonly Row[];
  totalPages: number;
}

interface ListColumn<Row> extends TableColumn {
  show: (row: Row) => ReactNode;
}

interface ListSectionProps<Row> {
  $list: ReadableAtom<ServerState<ListPage<Row>>>;
  page: number;
  turn: (page: number) => void;
  empty: string;
  /** Shown next to `empty`. */
  emptyAct?: EmptyAct | undefined;
  /** The first column is the row header. */
  columns: readonly ListColumn<Row>[];
  retry: () => void;
}

/** A paged list. */
export function ListSection<Row extends { id: string }>({ $list, page, turn, empty, emptyAct, columns, retry }: ListSectionProps<Row>) {
  const state = useSection($list);
  if (state.kind !== 'ready') {
    return (
      <>
        {state.kind === 'failed' ? <FailureNotice failure={state.failure} retry={retry} /> : <Waiting />}
        {/* It keeps the focus, and leads back from a page that doesn't come. */}
        {page > 1 && <Pager page={page} totalPages={null} turn={turn} />}
      </>
    );
  }
  const { content, totalPages } = state.data;
  if (content.length === 0 && page === 1) return <EmptyState text={empty} act={emptyAct} />;
  return (
    <>
      <table className="table mid">
        <TableHead columns={columns} />
        <tbody>
          {content.map((row) => (
            <tr key={row.id}>
              {columns.map(({ name, kind, show }, index) =>
                index === 0 ? (
                  <th key={name} scope="row">
                    {show(row)}
                  </th>
                ) : (
                  <td key={name} className={kind === 'figure' ? 'r num' : undefined} data-l={name}>
                    {show(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <Pager page={page} totalPages={totalPages} turn={turn} />
    </>
  );
}
