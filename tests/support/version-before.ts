import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const PROGRAM = ['package.json', 'provider', 'src', 'chain', 'public/locales'];

/**
 * Lays the program into the folder as it was before the newest migration, from the history. Where that isn't there (a shallow clone), as it was last
 * committed.
 */
export function layVersionBefore(folder: string): string {
  const git = (...words: string[]): string => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim();
  const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'provider/db/migrations');
  const hasParent = git('rev-list', '--parents', '-n', '1', added).includes(' ');
  const archive = execFileSync('git', ['archive', hasParent ? `${added}^` : 'HEAD', ...PROGRAM], {
    cwd: ROOT,
    maxBuffer: 256 * 1_024 * 1_024,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return join(folder, 'provider/cli.ts');
}
