import { readFile } from 'node:fs/promises';
import type { Economy } from '../economy.ts';
import { parseTerms } from '../terms/terms-documents.ts';
import { OperatorMistake } from '../operator-mistake.ts';

/** Terms as docs/terms.md describes them. */
export async function readTermsFile(file: string): Promise<Economy> {
  const parsed = parseTerms(await read(file));
  if ('economy' in parsed) return parsed.economy;
  throw new OperatorMistake([`${file} can’t be used:`, ...parsed.mistakes.map((mistake) => `  ${mistake}`)].join('\n'));
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new OperatorMistake(`${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
