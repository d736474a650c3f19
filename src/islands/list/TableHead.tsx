export interface TableColumn {
  name: string;
  /** A `figure` is right-aligned, a `bar` is wide, and the heading of `actions` is for screen readers only. */
  kind?: 'figure' | 'bar' | 'actions';
}

const CLASSES = { figure: 'r', bar: 'wide' } as const;

export function TableHead({ columns }: { columns: readonly TableColumn[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ name, kind }) =>
          kind === 'actions' ? (
            <th key={name} scope="col">
              <span className="vh">{name}</span>
            </th>
          ) : (
            <th key={name} scope="col" className={kind && CLASSES[kind]}>
              {name}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}
