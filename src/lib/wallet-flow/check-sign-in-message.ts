export interface ExpectedMessage {
  /** Hosts that serve this site. */
  domains: readonly string[];
  address: string;
  chainId: number;
}

/**
 * Whether an EIP-4361 message is for this site, account and chain: the provider composes it, and a faulty or hostile provider must not get a signature
 * meant for another site. The provider checks the rest.
 */
export function isMessageForUs(message: string, { domains, address, chainId }: ExpectedMessage): boolean {
  const [greeting = '', account = ''] = message.split('\n');
  const domain = /^(?:https?:\/\/)?(\S+) wants you to sign in with your Ethereum account:$/.exec(greeting)?.[1];
  return (
    domain !== undefined &&
    domains.includes(domain) &&
    account.toLowerCase() === address.toLowerCase() &&
    message.includes(`\nChain ID: ${chainId}\n`)
  );
}

/** The domain in a message, for display. */
export function domainOfMessage(message: string): string {
  return message.split(' ', 1)[0] ?? '';
}

/**
 * When a challenge expires by this device's clock. That clock may be minutes off, so only the lifetime is the provider's (from the message's "Issued At",
 * EIP-4361, to `expiresAt`), counted from the request. The provider's own clock decides in the end.
 */
export function challengeDeadline({ message, expiresAt }: { message: string; expiresAt: string }, askedAtMs: number): number {
  const issuedAt = /^Issued At: (\S+)$/m.exec(message)?.[1] ?? '';
  const lifeMs = Date.parse(expiresAt) - Date.parse(issuedAt);
  return lifeMs > 0 ? askedAtMs + lifeMs : Date.parse(expiresAt);
}
