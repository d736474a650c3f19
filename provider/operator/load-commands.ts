import type { Command } from './command.ts';
import { commandSources } from './command-sources.ts';

/** All commands, in the order in which `help` lists them. */
export async function loadCommands(): Promise<readonly Command[]> {
  return (await Promise.all(commandSources.map(({ load }) => load()))).flat();
}
