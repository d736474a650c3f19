/** A provider in its own process that runs its jobs at a given time and settlement price; meant to be killed. */
import { pino } from 'pino';
import { createProvider } from '../../../provider/create-provider.ts';
import { pricesAtHand } from '../price/prices-at-hand.ts';

const [databaseUrl = '', chainRpcUrl = '', now = '', settlement18 = ''] = process.argv.slice(2);
const prices = pricesAtHand();
prices.settlement18 = BigInt(settlement18);
await createProvider({
  databaseUrl,
  chainRpcUrl,
  siteUrl: 'https://jufi.example',
  environment: 'test',
  jobs: true,
  prices,
  clock: () => new Date(now),
  log: pino({ level: 'error' }),
});
process.stdout.write('started\n');
