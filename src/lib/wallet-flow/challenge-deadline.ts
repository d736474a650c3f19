/**
 * When a challenge expires by this device's clock. That clock may be minutes off, so only the lifetime is the provider's (from the message's "Issued At",
 * EIP-4361, to `expiresAt`), counted from the request. The provider's own clock decides in the end.
 */
export function challengeDeadline({ message, expiresAt }: { message: string; expiresAt: string }, askedAtMs: number): number {
  const issuedAt = /^Issued At: (\S+)$/m.exec(message)?.[1] ?? '';
  const lifeMs = Date.parse(expiresAt) - Date.parse(issuedAt);
  return lifeMs > 0 ? askedAtMs + lifeMs : Date.parse(expiresAt);
}
