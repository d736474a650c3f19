import { productChain } from '../src/lib/chain/product-chain.ts';
import type { Settings } from './settings.ts';
import { shownDatabase } from './start-database.ts';

export interface AddressBlockOptions {
  settings: Settings;
  databaseUrl: string | undefined;
  dataFolder: string;
  logFile: string | undefined;
}

/** The addresses of all parts, without secrets. */
export function addressBlock({ settings, databaseUrl, dataFolder, logFile }: AddressBlockOptions): string {
  const { siteUrl, chain, baked } = settings;
  const ownApi = settings.embeddedProvider ? undefined : baked['PUBLIC_API_URL'];
  const passwordPlace = settings.databaseUrl === undefined ? `   password in ${dataFolder}/postgres/password` : '';
  const rows: [string, string | undefined][] = [
    ['Site', siteUrl],
    ['API', ownApi ?? `${siteUrl}/api`],
    ['Reference', ownApi === undefined ? `${siteUrl}/api/docs   ${siteUrl}/api/openapi.json` : undefined],
    ['Chain', `${chain.rpcUrl}   id ${productChain.id}`],
    ['Database', databaseUrl === undefined ? undefined : `${shownDatabase(databaseUrl)}${passwordPlace}`],
    ['Data', dataFolder],
    ['Log', logFile],
  ];
  const lines = rows.flatMap(([name, text]) => (text === undefined ? [] : [`  ${name.padEnd(10)} ${text}`]));
  return ['', 'JuFi is ready. Stop it with Ctrl-C.', '', ...lines, ''].join('\n');
}
