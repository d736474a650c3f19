/**
 * When a challenge expires by this device's clock, which may be minutes off: the provider's lifetime, from "Issued At" (EIP-4361) on, counted from the
 * request. The provider's own clock decides.
 */
export function challengeDeadline({ message, expiresAt }: { message: string; expiresAt: string }, askedAtMs: number): number {
  const issuedAt = /^Issued At: (\S+)$/m.exec(message)?.[1] ?? '';
  const lifeMs = Date.parse(expiresAt) - Date.parse(issuedAt);
  return lifeMs > 0 ? askedAtMs + lifeMs : Date.parse(expiresAt);
}
