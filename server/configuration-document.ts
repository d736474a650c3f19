import { type SettingRow, settingsTable } from './settings-table.ts';

/** The text of docs/configuration.md. */
export function configurationDocument(): string {
  return [
    '# Configuration',
    '',
    'Settings are environment variables, or lines of a file `.env` beside `package.json` (variables that are set already win). All are checked at',
    'start; whatever is wrong is said at once, a line each. An embedded part starts only where its setting is absent. A setting that is baked is part',
    'of the built files: after a change the next start builds again.',
    '',
    '| Setting | Default | What it is | Secret | Baked |',
    '| --- | --- | --- | --- | --- |',
    ...settingsTable.map(tableRow),
    '',
    'This page is written by `node server/write-configuration.ts` from `server/settings-table.ts`.',
    '',
  ].join('\n');
}

function tableRow({ name, defaultText, what, secret, baked }: SettingRow): string {
  return `| \`${name}\` | ${defaultText} | ${what} | ${secret ? 'yes' : ''} | ${baked ? 'yes' : ''} |`;
}
