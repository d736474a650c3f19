import { migrate } from '../db/migrate.ts';
import { installQueue } from '../jobs/install-queue.ts';
import { type Command } from './command.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  operands: [],
  what: 'brings the database to this version',
  run: async ({ settings: { databaseUrl } }) => {
    const applied = await migrate(databaseUrl);
    await installQueue(databaseUrl);
    console.log(applied.length === 0 ? 'The database was up to date.' : `Applied ${applied.join(', ')}.`);
  },
};
