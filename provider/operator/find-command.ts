import type { Command } from './command.ts';
import { commandSources } from './command-sources.ts';

/** The command with that name, of one or two words, and the arguments after it. */
export async function findCommand(words: readonly string[]): Promise<{ command: Command; typed: readonly string[] } | null> {
  for (const length of [2, 1]) {
    const wanted = words.slice(0, length).join(' ');
    const source = commandSources.find(({ names }) => names.includes(wanted));
    const command = (await source?.load())?.find(({ name }) => name === wanted);
    if (command !== undefined) return { command, typed: words.slice(length) };
  }
  return null;
}
