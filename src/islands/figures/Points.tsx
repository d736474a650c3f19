interface PointsProps {
  value: number;
  /** The word for points, in the page's language. */
  unit: string;
  locale: string;
  sign?: '+';
}

/** A number of points, as an amount is written. */
export function Points({ value, unit, locale, sign }: PointsProps): React.JSX.Element {
  return (
    <span className="num">
      {sign}
      {new Intl.NumberFormat(locale).format(value)}
      <span className="unit">{unit}</span>
    </span>
  );
}
