/** Whether a host is this machine: the names of RFC 6761 and the addresses of RFC 1122 and RFC 4291, as `URL` serialises them. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
