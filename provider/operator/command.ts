import { type ProviderSettings } from '../settings.ts';

export interface CommandInput {
  /** Read when first asked for; throws where one is wrong. */
  readonly settings: ProviderSettings;
  operands: readonly string[];
  options: Readonly<Record<string, string | undefined>>;
}

export interface Command {
  name: string;
  /** Those that may be left out stand last, in square brackets. */
  operands: readonly string[];
  /** What may follow as `--name value`. */
  options?: Readonly<Record<string, string>>;
  what: string;
  /** It needs nothing of JuFi's, so that anybody can run it: no settings are read. */
  isOffline?: true;
  /** What is asked before it is done, of a command that cannot simply be undone. */
  asks?: (input: CommandInput) => string;
  run: (input: CommandInput) => Promise<void>;
}

export function usageOf({ name, operands, options = {} }: Command): string {
  return [name, ...operands, ...Object.entries(options).map(([option, value]) => `[--${option} ${value}]`)].join(' ');
}
