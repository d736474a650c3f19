import { prepareDatabase } from '../prepare-database.ts';
import type { DoneAtOnce } from './command.ts';

export const migrateCommand: DoneAtOnce = {
  name: 'migrate',
  operands: [],
  what: 'migrates the database to this version, as the owner of its tables, and puts the default terms in force if it has none',
  run: async ({ settings: { databaseUrl: ownerUrl, environment } }) => {
    const { applied, terms } = await prepareDatabase({ ownerUrl, isProduction: environment === 'production' });
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
    if (terms !== null)
      console.log(
        `The default terms are in force as version ${terms.number}: \`terms show\` prints them, \`terms apply\` puts your own in force.`,
      );
  },
};
