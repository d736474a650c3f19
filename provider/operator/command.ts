import { parseDecimalString } from '../../src/lib/amount.ts';
import { tokenDecimals } from '../../src/lib/token-decimals.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { StaffPart } from '../db/staff-rights.ts';
import type { Token } from '../ledger/account.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import type { ProviderSettings } from '../settings.ts';

/** The tool's user. */
export interface Actor {
  osUser: string;
  /** From the setting. */
  name: string | undefined;
}

export interface CommandInput {
  settings: ProviderSettings;
  database: Database;
  operands: readonly string[];
  options: Readonly<Record<string, string | undefined>>;
  actor: Actor;
  why: string | undefined;
  /** Writes down which member the command turned out to be about. */
  noteAbout: (memberId: string) => Promise<void>;
}

/** What would be done if another person approved it. */
export interface Plan {
  /** Whole sentences that say all of it: both people are shown these. */
  says: string;
  /** What was typed, with ids in place of names and all that was left to a default: typed again, it means the same. */
  operands: readonly string[];
  options: Readonly<Record<string, string>>;
  /** The member that it's about. */
  about?: string;
  /** Approves the proposal and does it, in one transaction. Returns what the approver is told. */
  carryOut: (tx: Transaction, proposalId: string) => Promise<string>;
}

interface CommandFrame {
  name: string;
  /** Optional ones come last, in square brackets. */
  operands: readonly string[];
  /** Options with a value: `--name value`. */
  options?: Readonly<Record<string, string>>;
  /** Options without a value: `--name`; `yes` is one of them. */
  flags?: readonly string[];
  what: string;
  /** Whose it is besides administrators'; absent: only the owner of the tables can run it. */
  by?: readonly Exclude<StaffPart, 'ADMINISTRATOR'>[];
  /** It works without JuFi's settings, so that anybody can run it. */
  isOffline?: true;
  /** It requires a reason. */
  needsReason?: true;
  /** The confirmation prompt of a command that can't simply be undone; `null` if this input needs none. */
  confirmation?: (input: CommandInput) => string | null | Promise<string | null>;
}

export interface DoneAtOnce extends CommandFrame {
  run: (input: CommandInput) => Promise<void>;
}

/** What can't record acts: it needs no database, or its role may not. */
export interface DoneApart extends CommandFrame {
  runApart: (input: Pick<CommandInput, 'operands'> & { readSettings: () => ProviderSettings }) => Promise<void>;
}

/** What moves value or enters an account: one person proposes it, and it is done when another approves exactly that. */
export interface DoneByTwo extends CommandFrame {
  needsReason: true;
  /** Checks it against how things are now. Throws OperatorMistake if it can't be done. */
  plan: (database: Database, input: PlanInput) => Promise<Plan>;
}

export type PlanInput = Pick<CommandInput, 'settings' | 'operands' | 'options'>;

export type Command = DoneAtOnce | DoneApart | DoneByTwo;

export function usageOf({ name, operands, options = {}, flags = [], needsReason }: CommandFrame): string {
  const optional = Object.entries(options).map(([option, value]) => `[--${option} ${value}]`);
  return [name, ...operands, ...(needsReason === true ? ['--why <reason>'] : []), ...optional, ...flags.map((flag) => `[--${flag}]`)].join(
    ' ',
  );
}

/** An amount as an operator types it: positive, in whole tokens, with a point as the decimal separator. */
export function readTokens(typed: string, token: Token): bigint {
  const reading = parseDecimalString(typed, tokenDecimals[token]);
  if (reading.ok && reading.amountBaseUnits > 0n) return reading.amountBaseUnits;
  throw new OperatorMistake(
    `${typed} isn’t an amount of ${token}. Write it like 1500.25, with at most ${tokenDecimals[token]} digits after the point.`,
  );
}
