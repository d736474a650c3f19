import { createInterface } from 'node:readline/promises';
import { OperatorMistake } from '../operator-mistake.ts';

/** Continues if the operator confirms. Without a terminal, only `--yes` confirms. */
export async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new OperatorMistake(`${question}\nNothing was done: there is nobody to answer. Add --yes to go ahead.`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} [y/N] `);
    if (!/^\s*y(es)?\s*$/i.test(answer)) throw new OperatorMistake('Nothing was done.');
  } finally {
    terminal.close();
  }
}
