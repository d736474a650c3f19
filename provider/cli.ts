import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { ContractsRefused, OperatorMistake, SigningKeyError } from './operator-mistake.ts';
import { MigrationError } from './db/migrate.ts';
import { type Command, usageOf } from './operator/command.ts';
import { findCommand, loadCommands } from './operator/command-sources.ts';
import { nameWhose } from './operator/staff.ts';
import { failureText } from './logging/describe-failure.ts';
import { type ProviderSettings, readProviderSettings, SettingsError } from './settings.ts';

/**
 * `npm run provider` starts a stand-alone provider; `npm run provider -- <command>` runs one command and exits. Both import only what
 * they need, so that a command doesn't wait for the modules of all others.
 */
async function main(words: string[]): Promise<void> {
  const [name] = words;
  if (name === undefined) {
    const settings = readSettings();
    const [{ startAlone }, { takeVaultKey }] = await Promise.all([import('./operator/start-alone.ts'), import('./payouts/vault-key.ts')]);
    return startAlone(settings, takeVaultKey(process.env, settings.environment === 'production'));
  }
  if (name === 'help' || name === '--help' || name === '-h') {
    printHelp(await loadCommands());
    return;
  }
  const found = await findCommand(words);
  if (found === null) throw new OperatorMistake(`There is no command ${name}. \`npm run provider -- help\` lists them all.`);
  const { runCommand } = await import('./operator/run-command.ts');
  await runCommand(found.command, found.typed, readSettings);
}

function readSettings(): ProviderSettings {
  if (existsSync('.env')) loadEnvFile('.env');
  return readProviderSettings(process.env);
}

function printHelp(commands: readonly Command[]): void {
  const lines = [...Map.groupBy(commands, nameWhose)].flatMap(([whose, theirs]) => ['', `For ${whose}:`, ...theirs.flatMap(describe)]);
  const head = [
    'npm run provider                 starts the provider by itself',
    'npm run provider -- <command>    does one thing, next to whatever runs on the same database',
    '                                 and records it; --why <reason> says why',
  ];
  console.log([...head, ...lines].join('\n'));
}

function describe(command: Command): string[] {
  const how =
    'plan' in command ? ' (done when another person approves it)' : command.confirmation === undefined ? '' : ' (asks; --yes answers)';
  return [`  ${usageOf(command)}`, `      ${command.what}${how}`];
}

function complain(error: unknown): void {
  const isExpected =
    error instanceof OperatorMistake ||
    error instanceof SettingsError ||
    error instanceof MigrationError ||
    error instanceof ContractsRefused ||
    error instanceof SigningKeyError;
  console.error(isExpected ? error.message : failureText(error));
}

// Node's default output would include the message, and with it members' data.
process.on('uncaughtException', (error) => {
  complain(error);
  process.exit(1);
});

try {
  await main(process.argv.slice(2));
} catch (error) {
  complain(error);
  process.exitCode = 1;
}
