import { globSync } from 'node:fs';

const FOLDERS = '{docs,src,provider,chain,processes,server,tests,deploy,.github,.ci}';

/** Every document of the project, by its path from the root. Announcements are texts of the site, with links of the site. */
export function markdownFiles(): string[] {
  return globSync(['*.md', `${FOLDERS}/**/*.md`], { exclude: ['provider/development/announcements/**', 'docs/examples/**'] }).sort();
}

/** Everything that may mention a decision: code, styles, migrations, configuration and documents. */
export function writtenFiles(): string[] {
  const endings = '{ts,tsx,mjs,astro,css,sql,sol,json,md,yml}';
  return globSync([`*.${endings}`, `${FOLDERS}/**/*.${endings}`], { exclude: ['package-lock.json'] }).sort();
}
