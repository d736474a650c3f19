import { type RefObject, useEffect, useRef } from 'react';

/** Give the reference to the title of a dialog: it has the focus, and so is read anew, when the stage changes while the dialog is open. */
export function useTitleReadAnew(stage: string): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (title.current?.closest('dialog')?.open) title.current.focus();
  }, [stage]);
  return title;
}
