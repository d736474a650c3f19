/** Shown instead of an empty list: leads to where its entries come from. */
export interface EmptyAct {
  text: string;
  href: string;
}

interface EmptyStateProps {
  title?: string | undefined;
  text: string;
  act?: EmptyAct | undefined;
}

/** A list without rows: what will appear there, and a way on. */
export function EmptyState({ title, text, act }: EmptyStateProps): React.JSX.Element {
  return (
    <div className="state">
      {title !== undefined && <h3>{title}</h3>}
      <p>{text}</p>
      {act && (
        <a className="btn btn-secondary" href={act.href}>
          {act.text}
        </a>
      )}
    </div>
  );
}
