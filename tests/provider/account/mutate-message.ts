import type { Draw } from '../http/malformed-requests.ts';

const CHARACTERS: readonly string[] = [
  ...['\n', '\r', '\t', ' ', ':', '/', '@', '.', '-', '0', 'x', '1', 'Z', 'a', 'é', '\u0000', '\u200b', '\u202e', '\u2028'],
  ...['ı', '。', '：', '\\', '%', '#', '?', '&', '[', ']', '\u{1f600}', '\ud800'],
];

const LINES = [
  '',
  ' ',
  'evil.example wants you to sign in with your Ethereum account:',
  'https://jufi.example wants you to sign in with your Ethereum account:',
  '0x0000000000000000000000000000000000000001',
  'URI: https://evil.example',
  'URI: https://jufi.example',
  'Version: 1',
  'Version: 2',
  'Chain ID: 1',
  'Chain ID: 210000',
  'Nonce: 00000000',
  'Issued At: 2026-11-21T09:00:00Z',
  'Expiration Time: 9999-12-31T23:59:59Z',
  'Not Before: 2000-01-01T00:00:00Z',
  'Request ID: ',
  'Request ID: 1',
  'Resources:',
  '- https://evil.example',
  'Statement',
];

/** Per field, what might be taken for its value by one parser and not by another. */
const VALUES: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /^\S+(?= wants)/,
    [
      'evil.example',
      'jufi.example:443',
      'JUFI.EXAMPLE',
      'jufi.example.',
      'jufi.example@evil.example',
      'evil.example@jufi.example',
      'http://jufi.example',
      'https://jufi.example',
      'https://evil.example#jufi.example',
      'jufi.example/evil.example',
      'jufi.example evil.example',
      '',
    ],
  ],
  [
    /(?<=^URI: ).*$/m,
    ['https://jufi.example/', 'https://evil.example', 'HTTPS://jufi.example', 'jufi.example', 'https://jufi.example:443', ''],
  ],
  [/(?<=^Version: ).*$/m, ['01', '1 ', '2', '1.0', '１', '']],
  [
    /(?<=^Chain ID: ).*$/m,
    ['1', '0210000', '210000 ', '0x33450', '210000.0', '2.1e5', '+210000', '-210000', '２１００００', '9007199254960993', ''],
  ],
  [/(?<=^Nonce: ).*$/m, ['', '12345678', 'abcdefg', '0'.repeat(64), 'nonce with blanks', 'ｎｏｎｃｅｎｏｎｃｅ']],
  [
    /(?<=^Issued At: ).*$/m,
    ['2026-11-21', '2026-11-21T09:00:00Z', '2026-11-21T10:00:00.000+01:00', '2026-11-21t09:00:00.000z', '2026-02-30T09:00:00Z', '1', ''],
  ],
  [/(?<=^Expiration Time: ).*$/m, ['2099-01-01T00:00:00Z', 'never', '2026-11-21T24:00:00Z', '']],
  [/0x[0-9a-fA-F]{40}/, ['0x0000000000000000000000000000000000000000', '0x', '0X7A3fA1b2C3d4E5f60718293a4B5c6D7e8F90c21E', 'jufi.eth']],
];

/** The message with one to three small alterations: always another text, and often one that the grammar still takes. */
export function mutateMessage(message: string, draw: Draw): string {
  for (;;) {
    let text = message;
    for (let left = 1 + draw(3); left > 0; left -= 1) text = alter(text, draw);
    if (text !== message) return text;
  }
}

function alter(text: string, draw: Draw): string {
  switch (draw(8)) {
    case 0:
      return splice(text, draw, 0, pick(CHARACTERS, draw));
    case 1:
      return splice(text, draw, 1, '');
    case 2:
      return splice(text, draw, 1, pick(CHARACTERS, draw));
    case 3: {
      const at = draw(text.length);
      const letter = text.charAt(at);
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      return text.slice(0, at) + other + text.slice(at + 1);
    }
    case 4:
      return inLines(text, (lines) => lines.splice(draw(lines.length + 1), 0, pick(LINES, draw)));
    case 5:
      return inLines(text, (lines) => lines.splice(draw(lines.length), 1));
    case 6:
      return inLines(text, (lines) => lines.splice(draw(lines.length), 0, ...lines.splice(draw(lines.length), 1 + draw(2))));
    default: {
      const [field, values] = pick(VALUES, draw);
      const value = pick(values, draw);
      return text.replace(field, () => value);
    }
  }
}

function splice(text: string, draw: Draw, removed: number, added: string): string {
  const at = draw(text.length + 1);
  return text.slice(0, at) + added + text.slice(at + removed);
}

function inLines(text: string, change: (lines: string[]) => unknown): string {
  const lines = text.split('\n');
  change(lines);
  return lines.join('\n');
}

function pick<Item>(items: readonly Item[], draw: Draw): Item {
  const item = items[draw(items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
