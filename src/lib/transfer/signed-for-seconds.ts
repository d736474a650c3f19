/** Half of the longest allowed validity, so that a device clock a few minutes off does no harm. */
export function signedForSeconds(maxDeadlineSeconds: number): number {
  return Math.floor(maxDeadlineSeconds / 2);
}
