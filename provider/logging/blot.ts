/** Session tokens are 43 characters of base64url, nonces 64 hex digits without `0x`; signatures are longer than any hash or address. */
const SECRETS = /0x[0-9a-f]{100,}|(?<![\w-])(?:[\w-]{43}|[0-9a-f]{64})(?![\w-])|([?&]token=)[^&\s"']*/gi;

/** Masks whatever looks like a token, a nonce or a signature. */
export function blot(text: string): string {
  return text.replace(SECRETS, (_secret, parameter: string | undefined) => `${parameter ?? ''}…`);
}
