import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflate } from '@sparticuz/chromium';

const PACKAGE = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..');
// Inside the package, so that it's removed when another version is installed.
const FOLDER = join(PACKAGE, 'unpacked');
const ARCHIVES = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];

/**
 * The Chromium packed in npm, with its own libraries, and the cards' fonts for Thai, Chinese, Japanese and Korean: it needs none of the machine's, and renders
 * alike everywhere. Unpacked once and atomically; the package's own function keeps a killed run's incomplete files, and ones another user can't execute.
 */
export async function packedBrowser(): Promise<{ path: string; environment: NodeJS.ProcessEnv }> {
  if (!existsSync(FOLDER)) await unpack();
  return {
    path: join(FOLDER, 'chromium'),
    environment: {
      ...itsEnvironment(),
      LD_LIBRARY_PATH: join(FOLDER, 'al2023', 'lib'),
      FONTCONFIG_FILE: configureFonts('fonts.conf', FONTS),
    },
  };
}

/** For an installed browser: the machine's fonts, and after them the ones from npm, since Chromium crashes where there are none. */
export async function withFontsAtLeast(): Promise<NodeJS.ProcessEnv> {
  if (!existsSync(FOLDER)) await unpack();
  const ofMachine = process.env['FONTCONFIG_FILE'] ?? '/etc/fonts/fonts.conf';
  const fonts = configuration(`<include ignore_missing="yes">${ofMachine}</include>`, OWN_FONTS);
  return { ...itsEnvironment(), FONTCONFIG_FILE: configureFonts('fonts-and-machine.conf', fonts) };
}

/** Only what it needs: the browser's environment is written into the run's report. */
function itsEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, DISPLAY, XDG_RUNTIME_DIR } = process.env;
  return { PATH, HOME, TMPDIR, DISPLAY, XDG_RUNTIME_DIR };
}

async function unpack(): Promise<void> {
  const half = `${FOLDER}.half-${process.pid}`;
  // Left by a killed run with the same process id; it would be taken for unpacked.
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  const temporary = process.env['TMPDIR'];
  process.env['TMPDIR'] = half;
  try {
    await Promise.all(ARCHIVES.map(async (name) => inflate(join(PACKAGE, 'bin', name))));
    chmodSync(join(half, 'chromium'), 0o755);
    moveTo(half);
  } finally {
    if (temporary === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = temporary;
    rmSync(half, { recursive: true, force: true });
  }
}

function moveTo(half: string): void {
  try {
    renameSync(half, FOLDER);
  } catch (error) {
    // Another run was faster.
    if (!existsSync(FOLDER)) throw error;
  }
}

/** Apart from unpacking, so that a change of the fonts reaches a browser that was unpacked before. */
function configureFonts(name: string, content: string): string {
  const file = join(FOLDER, name);
  if (existsSync(file) && readFileSync(file, 'utf8') === content) return file;
  const half = `${file}.half-${process.pid}`;
  writeFileSync(half, content);
  renameSync(half, file);
  return file;
}

/** The browser brings Latin, Greek and Cyrillic letters only. Archivo must come from the site, as for everyone. */
const CARD_FONTS = fileURLToPath(new URL('../../../server/cards/fonts', import.meta.url));
const OWN_FONTS = `
  <dir>${join(FOLDER, 'fonts')}</dir>
  <dir>${CARD_FONTS}</dir>
  <selectfont><rejectfont><glob>${CARD_FONTS}/archivo-*</glob></rejectfont></selectfont>
  <cachedir>${join(FOLDER, 'fonts-cache')}</cachedir>`;
const FONTS = configuration(OWN_FONTS, '<alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>');

function configuration(...parts: string[]): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  ${parts.join('\n  ')}
</fontconfig>
`;
}
