import { createHash } from 'node:crypto';

/** A body with its compressed forms. */
export interface Content {
  type: string;
  cacheControl: string;
  /** Identifies this content among others of its address; a compressed form's tag also has the encoding's name, because the bytes differ. */
  hash: string;
  plain: Buffer;
  br?: Buffer | undefined;
  gzip?: Buffer | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
}

export function hashOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}
