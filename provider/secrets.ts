import { createHash, randomBytes, randomInt } from 'node:crypto';

/** 256 bits as hex, because EIP-4361 allows letters and digits only. */
export function createNonce(): string {
  return randomBytes(32).toString('hex');
}

/** 256 bits as 43 characters that need no escaping anywhere. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** 256 random bits can't be guessed from their hash, so one round of SHA-256 suffices. */
export function hashSecret(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest();
}

/** Letters and digits that can't be mistaken for each other in any typeface. */
const PLAIN = '23456789abcdefghjknpqrstuvxyz';

export function createPlainCode(length: number): string {
  return Array.from({ length }, () => PLAIN.charAt(randomInt(PLAIN.length))).join('');
}
