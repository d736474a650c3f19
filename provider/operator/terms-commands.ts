import { productChain } from '../../src/lib/chain/product-chain.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import type { Prices18 } from '../economy-model/rates.ts';
import { type Economy, readKeptEconomy } from '../economy.ts';
import { currentPrices } from '../price/read-price.ts';
import { openPriceSource, withoutExchange } from '../price/price-source.ts';
import { appendTerms, hashTerms, readHistory, readVersion } from '../terms/terms-versions.ts';
import { checkNewTerms, type TermsCheck } from '../terms/check-new-terms.ts';
import { renderTerms } from '../terms/terms-documents.ts';
import type { TermsVersion } from '../terms/schema.ts';
import type { Command, CommandInput } from './command.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { printTermsCheck } from './print-terms-check.ts';
import { readTermsFile } from './read-terms-file.ts';
import { readTokens } from './read-tokens.ts';
import { withDatabase } from './with-database.ts';

const PRICES = { juf: '<usdt>', ju: '<usdt>' };

export const termsCommands: readonly Command[] = [
  {
    name: 'terms show',
    operands: ['[version]'],
    by: ['FINANCE'],
    what: 'prints the terms in force, or an earlier version, as a file that can be edited and applied',
    run: async ({ settings, operands: [version] }) => {
      const number = version === undefined ? undefined : readNumber(version);
      await withDatabase(settings.databaseUrl, async (database) => {
        const found = await requireVersion(database, number);
        console.log(renderTerms(readKeptEconomy(found.document), [describe(found)]).trimEnd());
      });
    },
  },
  {
    name: 'terms history',
    operands: [],
    by: ['FINANCE'],
    what: 'lists the versions of the terms: number, time, by whom, why, hash',
    run: async ({ settings }) => {
      const versions = await withDatabase(settings.databaseUrl, (database) => readHistory(database));
      for (const version of versions) console.log(describe(version));
    },
  },
  {
    name: 'terms check',
    operands: ['<file>'],
    options: PRICES,
    what: 'reports what these terms change and for whom, what the pools would then promise, and what members could gain by them with one account or several',
    run: async (input) => {
      const after = await readTermsFile(input.operands[0] ?? '');
      await withDatabase(input.settings.databaseUrl, async (database) => {
        const before = await requireVersion(database);
        const check = await checkAgainst(database, input, before, after);
        printTermsCheck(check);
        if (check.refusals.length > 0) throw new OperatorMistake('These terms can’t be applied.');
      });
    },
  },
  {
    name: 'terms apply',
    operands: ['<file>'],
    options: PRICES,
    needsReason: true,
    what: 'puts these terms in force for every process at once, unless `terms check` refuses them; what was bought keeps its own',
    confirmation: ({ operands: [file = ''] }) =>
      `Put the terms of ${file} in force? Members see them at once. \`terms check ${file}\` says what they change.`,
    run: applyTerms,
  },
];

async function applyTerms(input: CommandInput): Promise<void> {
  const { operands, actor, why = '', settings } = input;
  const after = await readTermsFile(operands[0] ?? '');
  await withDatabase(settings.databaseUrl, async (database) => {
    const before = await requireVersion(database);
    if (before.hash === hashTerms(after)) {
      console.log(`Version ${before.number} already says the same and is in force. Nothing was changed.`);
      return;
    }
    const check = await checkAgainst(database, input, before, after);
    printTermsCheck(check);
    if (check.refusals.length > 0) throw new OperatorMistake('These terms can’t be applied. Nothing was changed.');
    const applied = await inTransaction(database, async (transaction) => {
      const version = await appendTerms(transaction, {
        economy: after,
        appliedBy: actor.name ?? actor.osUser,
        reason: why,
        now: systemClock(),
      });
      if (version !== null && version.number !== before.number + 1)
        throw new OperatorMistake('Other terms were put in force at the same moment. Nothing was changed: check again.');
      // Checked again now that no deals are being made: things may have changed since.
      const again = version === null ? null : await checkAgainst(database, input, before, after);
      if (again !== null && again.refusals.length > 0) throw new OperatorMistake(`Nothing was changed: ${again.refusals.join('; ')}`);
      return version;
    });
    console.log(applied === null ? 'They are in force already.' : `In force: ${describe(applied)}`);
  });
}

async function checkAgainst(database: Database, input: CommandInput, { document }: TermsVersion, after: Economy): Promise<TermsCheck> {
  const before = readKeptEconomy(document);
  return checkNewTerms(database, { before, after, prices: await readPrices(database, input, before), now: systemClock() });
}

async function readPrices(
  database: Database,
  { settings, options: { juf, ju } }: CommandInput,
  economy: Economy,
): Promise<Prices18 | null> {
  if (juf !== undefined && ju !== undefined) return { juf18: readTokens(juf, 'JUF'), ju18: readTokens(ju, 'JU') };
  if (juf !== undefined || ju !== undefined) throw new OperatorMistake('--juf and --ju must be given together.');
  const { exchange, chainRpcUrl: rpcUrl } = settings;
  const source =
    exchange === undefined
      ? withoutExchange()
      : openPriceSource({ exchange, database, clock: systemClock, rpcUrl, chainId: productChain.id });
  const { JUF, JU } = await currentPrices(source.under(economy), systemClock());
  if (JUF === null || JU === null || JUF.price18 === 0n || JU.price18 === 0n) return null;
  return { juf18: JUF.price18, ju18: JU.price18 };
}

async function requireVersion(database: Database, number?: number): Promise<TermsVersion> {
  const found = await readVersion(database, number);
  if (found !== undefined) return found;
  throw new OperatorMistake(
    number === undefined
      ? 'The database has no terms yet: `migrate` puts the default ones in force.'
      : `There is no version ${number} of the terms: \`terms history\` lists them.`,
  );
}

function describe({ number, at, appliedBy, reason, hash }: Omit<TermsVersion, 'document'>): string {
  return `version ${number}, ${at.toISOString()}, by ${appliedBy}: ${reason} (${hash.slice(0, 12)})`;
}

function readNumber(typed: string): number {
  if (!/^[1-9]\d{0,8}$/.test(typed)) throw new OperatorMistake(`${typed} isn’t a version’s number: \`terms history\` lists them.`);
  return Number(typed);
}
