/** Half of what a signature may be good for: a device clock that is a few minutes wrong does no harm then. */
export function signedForSeconds(maxDeadlineSeconds: number): number {
  return Math.floor(maxDeadlineSeconds / 2);
}
