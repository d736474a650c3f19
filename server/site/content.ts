import { createHash } from 'node:crypto';

/** A body with the packed forms that exist of it. */
export interface Content {
  type: string;
  cacheControl: string;
  /** Tells this content from any other of its address; the tag of a packed form has the form's name as well, because the bytes differ. */
  hash: string;
  plain: Buffer;
  br?: Buffer | undefined;
  gzip?: Buffer | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
}

export function hashOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}
