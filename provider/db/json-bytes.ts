import type { Hex } from 'viem';

/** Parses bytes as PostgreSQL writes them in JSON: hex after `\x`. */
export function jsonBytes(text: string): Hex {
  return `0x${text.slice(2)}`;
}
