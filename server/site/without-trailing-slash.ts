/**
 * The address of a page without the slashes at its end, or undefined where that is no other address of this site: `//other.example/` must not
 * become somebody else's address in `Location`. Counts from the end, since `/\/+$/` tries again at each of 8,000 slashes.
 */
export function withoutTrailingSlash(path: string): string | undefined {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end -= 1;
  return end > 0 && end < path.length && !path.startsWith('//') ? path.slice(0, end) : undefined;
}
