interface DayFieldProps {
  id: string;
  label: string;
  day: string | null;
  isDisabled: boolean;
  choose: (day: string | null) => void;
}

/** A day to filter a list by; null means none. */
export function DayField({ id, label, day, isDisabled, choose }: DayFieldProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        type="date"
        disabled={isDisabled}
        min="2000-01-01"
        max="9999-12-31"
        value={day ?? ''}
        onChange={({ target: { value } }) => choose(value === '' ? null : value)}
      />
    </div>
  );
}
