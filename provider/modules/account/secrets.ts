import { createHash, randomBytes, randomInt } from 'node:crypto';

/** 256 bits as hex: EIP-4361 takes letters and digits only. */
export function createNonce(): string {
  return randomBytes(32).toString('hex');
}

/** 256 bits as 43 characters that need no escaping anywhere. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A secret of 256 random bits cannot be guessed from its hash, so one round of SHA-256 is enough to keep. */
export function hashSecret(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest();
}

/** Letters and digits that look like no others, in any type face. */
const PLAIN = '23456789abcdefghjknpqrstuvxyz';

export function createPlainCode(length: number): string {
  return Array.from({ length }, () => PLAIN.charAt(randomInt(PLAIN.length))).join('');
}
