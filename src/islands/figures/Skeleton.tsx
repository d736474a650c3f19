/** Placeholder for a figure; `width` in characters. The classes are in parts/state.css. */
export function Skeleton({ width }: { width: 4 | 6 | 8 | 12 | 16 }) {
  return <span className={`sk sk-${width}`} aria-hidden="true" />;
}

/** A line's place, until there is something to say. */
export function Waiting() {
  return (
    <p aria-busy="true">
      <Skeleton width={16} />
    </p>
  );
}
