/** A provider with development content in its own process, at a given time; meant to be killed while it generates the story. */
import { pino } from 'pino';
import { createProvider } from '../../../provider/create-provider.ts';
import { developmentExchange } from '../../../provider/price/exchange.ts';

const [databaseUrl = '', chainRpcUrl = '', now = ''] = process.argv.slice(2);
await createProvider({
  databaseUrl,
  chainRpcUrl,
  siteUrl: 'https://jufi.example',
  environment: 'development',
  jobs: false,
  exchange: developmentExchange,
  clock: () => new Date(now),
  log: pino({ level: 'error' }),
});
process.stdout.write('started\n');
