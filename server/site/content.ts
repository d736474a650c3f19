import { createHash } from 'node:crypto';

/** A body with the packed forms that exist of it. */
export interface Content {
  type: string;
  cacheControl: string;
  /** Of the plain body; a packed form has one of its own, because the bytes differ. */
  hash: string;
  plain: Buffer;
  br?: Buffer | undefined;
  gzip?: Buffer | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
}

export function hashOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}
