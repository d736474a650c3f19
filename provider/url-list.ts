import { z } from 'zod';

const MOST_URLS = 10;

/** Node URLs separated by white space or commas. They may contain access keys, so no message repeats them. */
export const urlList = z
  .string()
  .transform((text) => [...new Set(text.split(/[\s,]+/).filter((part) => part !== ''))])
  .refine(
    (list) => list.length > 0 && list.length <= MOST_URLS && list.every(isHttpUrl),
    `must be 1 to ${MOST_URLS} http or https addresses, parted by blanks or commas`,
  );

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol) && new URL(text).hostname !== '';
}
