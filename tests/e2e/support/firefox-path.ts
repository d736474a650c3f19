import { hasTool } from '../../support/has-tool.ts';

/** Debian's, or `FIREFOX_PATH`; undefined where there is none. */
export const firefoxPath = [process.env['FIREFOX_PATH'], 'firefox-esr', 'firefox'].find((path) => path !== undefined && hasTool(path));

export const FIREFOX_MISSING = 'Firefox isn’t installed (FIREFOX_PATH, or Debian’s firefox-esr).';
