import { vi } from 'vitest';
import { findCommand } from '../../../provider/operator/command-sources.ts';
import { OperatorMistake } from '../../../provider/operator-mistake.ts';
import { runCommand } from '../../../provider/operator/run-command.ts';
import { readProviderSettings } from '../../../provider/settings.ts';
import { SITE_URL } from '../start-provider.ts';

export interface ToolOutcome {
  exitCode: number;
  output: string;
  errors: string;
}

/** Runs a command as the operator's tool does, without a process for each. */
export async function runTool(environment: NodeJS.ProcessEnv, ...words: readonly string[]): Promise<ToolOutcome> {
  const found = await findCommand(words);
  if (found === null) throw new Error(`There is no command ${words.join(' ')}`);
  const [output, errors]: [string[], string[]] = [[], []];
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line: string) => void output.push(`${line}\n`)),
    vi.spyOn(console, 'error').mockImplementation((line: string) => void errors.push(line)),
    vi.spyOn(process.stdout, 'write').mockImplementation(collectInto(output)),
  ];
  try {
    await runCommand(found.command, found.typed, () => readProviderSettings({ PUBLIC_SITE_URL: SITE_URL, ...environment }));
  } catch (error) {
    if (!(error instanceof OperatorMistake)) throw error;
    errors.push(error.message);
    process.exitCode = 1;
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  const exitCode = Number(process.exitCode ?? 0);
  process.exitCode = undefined;
  return { exitCode, output: output.join('').replace(/\n$/, ''), errors: errors.join('\n') };
}

/** Replaces standard output, to which exports write directly. */
function collectInto(output: string[]): typeof process.stdout.write {
  return (piece: string | Uint8Array, ...rest: (BufferEncoding | ((error?: Error | null) => void) | undefined)[]) => {
    output.push(typeof piece === 'string' ? piece : Buffer.from(piece).toString());
    for (const done of rest) if (typeof done === 'function') done();
    return true;
  };
}
