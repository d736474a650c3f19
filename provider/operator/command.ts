import { type ProviderSettings } from '../settings.ts';

/** Who uses the tool. */
export interface Actor {
  osUser: string;
  /** As the setting says. */
  name: string | undefined;
}

export interface CommandInput {
  /** Read when first asked for; throws where one is wrong. */
  readonly settings: ProviderSettings;
  operands: readonly string[];
  options: Readonly<Record<string, string | undefined>>;
  actor: Actor;
  why: string | undefined;
}

export interface Command {
  name: string;
  /** Those that may be left out stand last, in square brackets. */
  operands: readonly string[];
  /** What may follow as `--name value`. */
  options?: Readonly<Record<string, string>>;
  /** What may follow as `--name` alone; an option `yes` then. */
  flags?: readonly string[];
  what: string;
  /** It needs nothing of JuFi's, so that anybody can run it: no settings are read. */
  isOffline?: true;
  /** It is a process that works until it is stopped, with a database role that may write no acts. */
  isProcess?: true;
  /** It is done with a reason only. */
  needsReason?: true;
  /** What is asked before it is done, of a command that cannot simply be undone; `null` where it need not be, as it was typed. */
  confirmation?: (input: CommandInput) => string | null;
  run: (input: CommandInput) => Promise<void>;
}

export function usageOf({ name, operands, options = {}, flags = [], needsReason }: Command): string {
  const optional = Object.entries(options).map(([option, value]) => `[--${option} ${value}]`);
  return [name, ...operands, ...(needsReason === true ? ['--why <reason>'] : []), ...optional, ...flags.map((flag) => `[--${flag}]`)].join(
    ' ',
  );
}
