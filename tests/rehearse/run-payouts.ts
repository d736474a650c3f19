import { argv } from 'node:process';

/** `npm run provider -- payouts` as a process that is stopped by its own id, without npm in between. */
argv.push('payouts');
await import('../../provider/cli.ts');
