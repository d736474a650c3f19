import type { Command } from './command.ts';

/** The command with that name, of one or two words, and the arguments after it. */
export function findCommand(commands: readonly Command[], words: readonly string[]): { command: Command; typed: readonly string[] } | null {
  for (const length of [2, 1]) {
    const command = commands.find(({ name }) => name === words.slice(0, length).join(' '));
    if (command !== undefined) return { command, typed: words.slice(length) };
  }
  return null;
}
