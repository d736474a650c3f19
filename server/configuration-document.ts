import { type SettingRow, settingsTable } from './settings-table.ts';

/** The text of docs/configuration.md. */
export function configurationDocument(): string {
  return [
    '# Configuration',
    '',
    'Settings are environment variables, or lines of a file `.env` beside `package.json`; a variable that is set wins over the file. All of them are',
    'checked at start, and everything that is wrong is reported together, one line each. An embedded part starts only if its setting is absent. A setting',
    'that is baked becomes part of the built files: after a change the next start builds the site again.',
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
