/** Whether the page runs inside an app, such as a wallet's browser: Android's web view names itself, and that of iOS lacks the browser's name. */
export function isInsideApp(userAgent = navigator.userAgent): boolean {
  return /; wv\)/.test(userAgent) || (/iPhone|iPad|iPod/.test(userAgent) && !userAgent.includes('Safari/'));
}
