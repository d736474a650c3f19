import { systemClock } from '../../src/lib/clock.ts';
import { migrate } from '../db/migrate.ts';
import { installQueue } from '../jobs/install-queue.ts';
import { establishTerms } from '../terms/establish-terms.ts';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  operands: [],
  what: 'migrates the database to this version, and puts the default terms in force if it has none',
  run: async ({ settings: { databaseUrl, environment } }) => {
    const applied = await migrate(databaseUrl);
    await installQueue(databaseUrl);
    const first = await withDatabase(databaseUrl, (database) =>
      establishTerms({ database, clock: systemClock }, environment === 'production'),
    );
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
    if (first !== null)
      console.log(
        `The default terms are in force as version ${first.number}: \`terms show\` prints them, \`terms apply\` puts your own in force.`,
      );
  },
};
