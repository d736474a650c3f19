import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';

/** PostgreSQL's own default (`scram_iterations`), and the minimum of RFC 7677, section 4. */
const ITERATIONS = 4096;
/** The length of SHA-256's output. */
const KEY_BYTES = 32;

/**
 * The verifier PostgreSQL stores for a password (SCRAM-SHA-256, RFC 5802 section 3 and RFC 7677), in the form it accepts instead of the
 * password, which is therefore in no statement, log or error. The password must be ASCII, which SASLprep (RFC 4013) leaves unchanged.
 */
export function scramVerifier(password: string, salt: Buffer): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  const keyed = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${keyed('Server Key').toString('base64')}`;
}
