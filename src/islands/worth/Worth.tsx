interface WorthProps {
  /** What it brings and when it pays for itself, or that it doesn’t. */
  text: string;
  /** How that was found, shown on demand. */
  formula: readonly string[];
}

/** The one line on whether a purchase is worth its price, with its formula. */
export function Worth({ text, formula }: WorthProps) {
  return (
    <details className="worth">
      <summary>{text}</summary>
      {formula.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </details>
  );
}
