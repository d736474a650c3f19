import { type Hex } from 'viem';

/** Bytes as PostgreSQL writes them in JSON: hexadecimal behind `\x`. */
export function jsonBytes(text: string): Hex {
  return `0x${text.slice(2)}`;
}
