import * as z from 'zod/mini';

/**
 * zod compiles schemas with `new Function` where it may, and finds out by trying: under a strict CSP each try is reported as a violation. The
 * switch must be thrown before the first schema is made, so the contract takes zod from here and from nowhere else.
 */
z.config({ jitless: true });

export { z };
