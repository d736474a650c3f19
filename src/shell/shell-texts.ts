import type { Texts } from '../lib/i18n/page-texts.ts';

export type ShellTexts = Texts<'session'>['shell'];

let texts: ShellTexts | undefined;

/** The texts of the shell's scripts in the page's language, from `<script id="shell-texts">`. */
export function shellTexts(): ShellTexts {
  texts ??= read();
  return texts;
}

function read(): ShellTexts {
  const block = document.getElementById('shell-texts');
  if (!block) throw new Error('the page has no #shell-texts');
  return JSON.parse(block.textContent) as ShellTexts;
}
