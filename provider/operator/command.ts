import type { ProviderSettings } from '../settings.ts';

/** The tool's user. */
export interface Actor {
  osUser: string;
  /** From the setting. */
  name: string | undefined;
}

export interface CommandInput {
  /** Read on first use; throws if one is invalid. */
  readonly settings: ProviderSettings;
  operands: readonly string[];
  options: Readonly<Record<string, string | undefined>>;
  actor: Actor;
  why: string | undefined;
}

export interface Command {
  name: string;
  /** Optional ones come last, in square brackets. */
  operands: readonly string[];
  /** Options with a value: `--name value`. */
  options?: Readonly<Record<string, string>>;
  /** Options without a value: `--name`; `yes` is one of them. */
  flags?: readonly string[];
  what: string;
  /** It works without JuFi's settings, so that anybody can run it. */
  isOffline?: true;
  /** It runs until it's stopped, with a database role that can't record acts. */
  isProcess?: true;
  /** It requires a reason. */
  needsReason?: true;
  /** The confirmation prompt of a command that can't simply be undone; `null` if this input needs none. */
  confirmation?: (input: CommandInput) => string | null | Promise<string | null>;
  run: (input: CommandInput) => Promise<void>;
}

export function usageOf({ name, operands, options = {}, flags = [], needsReason }: Command): string {
  const optional = Object.entries(options).map(([option, value]) => `[--${option} ${value}]`);
  return [name, ...operands, ...(needsReason === true ? ['--why <reason>'] : []), ...optional, ...flags.map((flag) => `[--${flag}]`)].join(
    ' ',
  );
}
