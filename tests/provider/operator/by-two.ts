import { asSecondPerson } from '../../support/second-person.ts';
import { runTool, type ToolOutcome } from './run-tool.ts';

type Run = (environment: NodeJS.ProcessEnv, ...words: readonly string[]) => Promise<ToolOutcome>;

/** Has one person propose a command, and another approve it. Returns how the proposal was refused, or what the other was told. */
export async function byTwo(environment: NodeJS.ProcessEnv, ...words: readonly string[]): Promise<ToolOutcome> {
  return agree(runTool, environment, ...words);
}

/** The same with another way to run the tool. */
export async function agree(run: Run, environment: NodeJS.ProcessEnv, ...words: readonly string[]): Promise<ToolOutcome> {
  const proposed = await run(environment, ...words, ...(words.includes('--why') ? [] : ['--why', 'a test']));
  const [, id] = /Proposed as ([0-9a-f-]{36})\./.exec(proposed.output) ?? [];
  if (id === undefined) return proposed;
  return run({ ...environment, DATABASE_URL: await asSecondPerson(environment['DATABASE_URL'] ?? '') }, 'approve', id, '--yes');
}
