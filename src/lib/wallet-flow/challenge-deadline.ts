/**
 * When a challenge ends by this device's clock, which may go minutes wrong: as long after it was asked for as the provider gives from
 * "Issued At" (EIP-4361) on. What really counts is the provider's own clock.
 */
export function challengeDeadline({ message, expiresAt }: { message: string; expiresAt: string }, askedAtMs: number): number {
  const issuedAt = /^Issued At: (\S+)$/m.exec(message)?.[1] ?? '';
  const lifeMs = Date.parse(expiresAt) - Date.parse(issuedAt);
  return lifeMs > 0 ? askedAtMs + lifeMs : Date.parse(expiresAt);
}
