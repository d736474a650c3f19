import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** A block of a document: a new file, lines to insert before a line of an existing file, or commands. */
export type WrittenStep = { kind: 'new'; file: string; text: string } | { kind: 'insert'; file: string; before: string; text: string } | { kind: 'run'; text: string };

export function writtenSteps(document: string): WrittenStep[] {
  const markdown = readFileSync(join(ROOT, document), 'utf8');
  return [...markdown.matchAll(/^```(\w+)([^\n]*)\n(.*?)^```$/gms)].map(([, language = '', info = '', text = '']) => {
    const file = /file=(\S+)/.exec(info)?.[1];
    const before = /before="((?:\\"|[^"])*)"/.exec(info)?.[1]?.replaceAll('\\"', '"');
    if (file === undefined && language === 'sh') return { kind: 'run', text };
    if (file === undefined) throw new Error(`${document} has a block that nobody could follow: ${info}`);
    return before === undefined ? { kind: 'new', file, text } : { kind: 'insert', file, before, text };
  });
}

/** Does it in the folder. Throws where a line that is named isn't there, or isn't the only one. */
export function followStep(folder: string, step: WrittenStep): void {
  if (step.kind === 'run') {
    execFileSync('bash', ['-ec', step.text], { cwd: folder });
    return;
  }
  const path = join(folder, step.file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, step.kind === 'new' ? step.text : inserted(readFileSync(path, 'utf8'), step), { flag: step.kind === 'new' ? 'wx' : 'w' });
}

function inserted(whole: string, { file, before, text }: Extract<WrittenStep, { kind: 'insert' }>): string {
  const lines = whole.split('\n');
  const found = lines.flatMap((line, index) => (line.startsWith(before) ? [index] : []));
  const [at] = found;
  if (at === undefined || found.length > 1) throw new Error(`${file} has ${found.length} lines that begin with ${before}`);
  return [...lines.slice(0, at), ...text.trimEnd().split('\n'), ...lines.slice(at)].join('\n');
}
