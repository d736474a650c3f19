import { type SettingRow, settingsTable } from '../provider/settings-table.ts';

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
