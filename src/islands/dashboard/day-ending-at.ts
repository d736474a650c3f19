/** A moment of the UTC day that ends at `time`: a day's average is dated by the day's end, which is already the next day. */
export function dayEndingAt(time: string): string {
  return new Date(Date.parse(time) - 1).toISOString();
}
