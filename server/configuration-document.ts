import { type SettingRow, settingsTable } from '../provider/settings-table.ts';

/** The text of docs/configuration.md. */
export function configurationDocument(): string {
  return [
    '# Configuration',
    '',
    'Settings are environment variables, or lines of a file `.env` beside `package.json`; a variable that is set wins over the file. All of them are',
    'checked at start, and everything that is wrong is reported together, one line each. An embedded part starts only if its setting is absent.',
    '',
    'A setting that is baked becomes part of the built files. After a change, run `npm run build`; in production a start never builds, and says that the',
    'site is not built for these settings. In development `npm start` builds by itself. Baked is what files carry that are made once for everybody:',
    '',
    '- `PUBLIC_SITE_URL`: the addresses that pages give of themselves to search engines and for previews, and the origin in messages to sign. In',
    '  development its default follows `PORT`; in production it is given, and any number of ports serve one build.',
    '- `PUBLIC_API_…`, `PUBLIC_CHAIN_…`, `PUBLIC_WALLETCONNECT_…`: the scripts, and in each page the security policy that lets them reach these addresses.',
    '- `PUBLIC_…_ADDRESS`: the scripts that read the chain and trade.',
    '- `PUBLIC_DIRECT_VISIT`: the script in each page that runs before anything is drawn; the security policy names it by its hash.',
    '- `PUBLIC_OWN_WALLET_…`: the script that draws the list of wallets.',
    '',
    'All others are read where the site runs: a restart is enough.',
    '',
    '| Setting | Default | What it is | Secret | Baked |',
    '| --- | --- | --- | --- | --- |',
    ...settingsTable.map(tableRow),
    '',
    'This page is written by `node server/write-configuration.ts` from `provider/settings-table.ts`.',
    '',
  ].join('\n');
}

function tableRow({ name, defaultText, what, secret, baked }: SettingRow): string {
  return `| \`${name}\` | ${defaultText} | ${what} | ${secret ? 'yes' : ''} | ${baked ? 'yes' : ''} |`;
}

/** A default that is a literal value; others are descriptions, such as "absent: embedded PostgreSQL". */
const LITERAL = /^(?!absent$|none$)[a-z\d.]+$/;

/** The text of .env.example: every setting, commented out, so that a plain copy changes nothing. */
export function environmentExample(): string {
  return [
    '# Every setting of JuFi. Copy this file to `.env` and uncomment what you want to change; docs/configuration.md says more.',
    '# A secret is better kept in a file with mode 600, named by the setting that ends in `_FILE`.',
    '#',
    '# Written by `node server/write-configuration.ts` from provider/settings-table.ts.',
    ...settingsTable.flatMap(settingLines),
    '',
  ].join('\n');
}

function settingLines({ name, defaultText, what, secret, baked }: SettingRow): string[] {
  const isLiteral = LITERAL.test(defaultText);
  const notes = [
    isLiteral ? undefined : `Default: ${defaultText}.`,
    secret ? 'Secret.' : undefined,
    baked ? 'Built into the site.' : undefined,
  ];
  return ['', `# ${[what, ...notes.filter((note) => note !== undefined)].join(' ')}`, `# ${name}=${isLiteral ? defaultText : ''}`];
}
