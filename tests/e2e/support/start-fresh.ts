import { rmSync } from 'node:fs';
import { e2eDataFolder } from './ports.ts';

// An earlier run's votes, members and blocks would affect this one.
rmSync(e2eDataFolder, { recursive: true, force: true });
await import('../../../server/start.ts');
