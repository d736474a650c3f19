/** Sets the root's class and the browser's theme colour. */
export function showTheme(theme: 'theme-dark' | 'theme-light'): void {
  document.documentElement.className = theme;
  const frame = document.querySelector<HTMLMetaElement>('meta[name=theme-color]');
  if (frame) frame.content = frame.getAttribute(`data-${theme}`) ?? frame.content;
}

/** What the device prefers. */
export function deviceTheme(): 'theme-dark' | 'theme-light' {
  return matchMedia('(prefers-color-scheme: light)').matches ? 'theme-light' : 'theme-dark';
}

/** Hides one's own amounts, or shows them (`src/styles/parts/amounts.css`). */
export function showAmounts(amounts: 'hidden' | null): void {
  if (amounts === null) delete document.documentElement.dataset.amounts;
  else document.documentElement.dataset.amounts = amounts;
}
