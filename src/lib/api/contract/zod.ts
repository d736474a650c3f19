import * as z from 'zod/mini';

/**
 * zod compiles schemas with `new Function` if it can, and finds out by trying, which a strict CSP reports as a violation. It has to be turned off before
 * the first schema is created, so the contract imports zod only from here.
 */
z.config({ jitless: true });

export { z };
