/** Whether the page stands inside an app, as in a wallet's own browser: Android's web view says so, and that of iOS lacks the browser's name. */
export function isInsideApp(userAgent = navigator.userAgent): boolean {
  return /; wv\)/.test(userAgent) || (/iPhone|iPad|iPod/.test(userAgent) && !userAgent.includes('Safari/'));
}
