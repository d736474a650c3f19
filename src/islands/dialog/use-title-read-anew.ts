import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns a ref for a dialog's title. Moves the focus there when the stage changes while the dialog is open, so that screen readers
 * announce it.
 */
export function useTitleReadAnew(stage: string): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (title.current?.closest('dialog')?.open) title.current.focus();
  }, [stage]);
  return title;
}
