/** Hides one's own amounts, or shows them (`src/styles/parts/amounts.css`). */
export function showAmounts(amounts: 'hidden' | null): void {
  if (amounts === null) delete document.documentElement.dataset.amounts;
  else document.documentElement.dataset.amounts = amounts;
}
