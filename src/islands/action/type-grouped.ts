import { dropInvisible } from '../../lib/drop-invisible.ts';
import type { groupTyped } from '../../lib/group-typed.ts';

/** The field's text after an input, grouped in thousands once the module for that has loaded. */
export function typeGrouped(
  { target, nativeEvent }: React.ChangeEvent<HTMLInputElement>,
  before: string,
  locale: string,
  group: typeof groupTyped | undefined,
): string {
  const text = dropInvisible(target.value);
  // A keyboard that is still composing a character would be interrupted.
  if (!group || ('isComposing' in nativeEvent && nativeEvent.isComposing)) return text;
  const grouped = group(before, { text, caret: target.selectionStart ?? 0 }, locale);
  // Set before React does, which would put the caret at the end.
  target.value = grouped.text;
  target.setSelectionRange(grouped.caret, grouped.caret);
  return grouped.text;
}
