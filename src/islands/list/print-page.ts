/**
 * Prints the page as it is now, and puts it back with the next press or key. `print` returns, and `afterprint` comes, before phones have printed: their sheet
 * draws the page anew for each printer and paper.
 */
export function printPage(putBack: () => void): void {
  const act = new AbortController();
  const end = (): void => {
    act.abort();
    putBack();
  };
  for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, end, { capture: true, signal: act.signal });
  window.print();
}
