/**
 * A page's address without trailing slashes, or undefined if that isn't another address of this site: `//other.example/` must not become another host in
 * `Location`. Counts from the end, since `/\/+$/` would retry at each of 8,000 slashes.
 */
export function withoutTrailingSlash(path: string): string | undefined {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end -= 1;
  return end > 0 && end < path.length && !path.startsWith('//') ? path.slice(0, end) : undefined;
}
