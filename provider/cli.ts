import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { commands } from './operator/commands.ts';
import { OperatorMistake } from './operator/operator-mistake.ts';
import { startAlone } from './operator/start-alone.ts';
import { readProviderSettings, SettingsError } from './settings.ts';

/** `npm run provider` starts the provider by itself; `npm run provider -- <command>` does one thing and ends. */
async function main([name, ...operands]: string[]): Promise<void> {
  if (name === 'help' || name === '--help' || name === '-h') {
    printHelp();
    return;
  }
  const command = name === undefined ? undefined : commands.find((candidate) => candidate.name === name);
  if (name !== undefined && command === undefined)
    throw new OperatorMistake(`There is no command ${name}. \`npm run provider -- help\` lists them.`);
  if (command !== undefined && operands.length !== command.operands.length) {
    throw new OperatorMistake(`Usage: npm run provider -- ${[command.name, ...command.operands].join(' ')}`);
  }
  if (existsSync('.env')) loadEnvFile('.env');
  const settings = readProviderSettings(process.env);
  await (command === undefined ? startAlone(settings) : command.run(settings, operands));
}

function printHelp(): void {
  const lines = commands.map(({ name, operands, what }) => `  ${[name, ...operands].join(' ').padEnd(28)}${what}`);
  console.log(
    ['npm run provider                     starts the provider by itself', 'npm run provider -- <command>', '', ...lines].join('\n'),
  );
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isExpected = error instanceof OperatorMistake || error instanceof SettingsError;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}
