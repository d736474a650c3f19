import { formatAmountParts } from './amount.ts';

export interface TypedText {
  text: string;
  /** Where the caret stands, in UTF-16 units. */
  caret: number;
}

/**
 * Groups the whole part in thousands while a person types. Groups only what was grouped before and changed by digits or deletions alone:
 * separators that the person typed stay, because they may mean a fraction in the person's own language (`0,005`), and are judged as typed.
 */
export function groupTyped(before: string, { text, caret }: TypedText, locale: string): TypedText {
  const { group, decimal } = separatorsOf(locale);
  const regroup = (typed: string): string => {
    const [whole = '', ...rest] = typed.split(decimal);
    const digits = whole.split(group).join('');
    return [digits.replace(/\B(?=(\d{3})+$)/g, group), ...rest].join(decimal);
  };
  const isPlain = (typed: string): boolean =>
    typed
      .split(group)
      .join('')
      .split(decimal)
      .every((part) => /^\d*$/.test(part));
  const countOf = (typed: string): number => typed.split(group).length;
  const isTouched = countOf(text) > countOf(before);
  const isOfPerson = before.includes(group) && regroup(before) !== before;
  if (isTouched || isOfPerson || !isPlain(text)) return { text, caret };
  const grouped = regroup(text);
  const digitsBefore = text.slice(0, caret).split(group).join('').length;
  let position = 0;
  for (let seen = 0; seen < digitsBefore; position += 1) if (grouped[position] !== group) seen += 1;
  return { text: grouped, caret: position };
}

/** From a number that has both. */
function separatorsOf(locale: string): { group: string; decimal: string } {
  const { whole, fraction } = formatAmountParts(123_455n, 1, { locale });
  return { group: whole.charAt(2), decimal: fraction.charAt(0) };
}
