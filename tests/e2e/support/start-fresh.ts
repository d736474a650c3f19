import { rmSync } from 'node:fs';
import { e2eDataFolder } from './ports.ts';

// What an earlier run left would answer for this one: votes, members, blocks.
rmSync(e2eDataFolder, { recursive: true, force: true });
await import('../../../server/start.ts');
