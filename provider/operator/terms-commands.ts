import { readFile } from 'node:fs/promises';
import { toDecimalString } from '../../src/lib/amount.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { FINDING_KINDS, type FindingKind, type Prices18 } from '../economy-model/rates.ts';
import { type Economy, readKeptEconomy } from '../economy.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { openPriceSource } from '../price/price-source.ts';
import { currentPrices } from '../price/read-price.ts';
import { checkNewTerms, describeFinding, type TermsCheck, type TermsRefusal } from '../terms/check-new-terms.ts';
import type { TermsVersion } from '../terms/schema.ts';
import { parseTerms, renderTerms } from '../terms/terms-documents.ts';
import { appendTerms, hashTerms, readHistory, readVersion } from '../terms/terms-versions.ts';
import { type Command, type CommandInput, readTokens } from './command.ts';

const PRICES = { juf: '<usdt>', ju: '<usdt>' };

export const termsCommands: readonly Command[] = [
  {
    name: 'terms show',
    operands: ['[version]'],
    by: ['FINANCE'],
    what: 'prints the terms in force, or an earlier version, as a file that can be edited and applied',
    run: async ({ database, operands: [version] }) => {
      const found = await requireVersion(database, version === undefined ? undefined : readNumber(version));
      console.log(renderTerms(readKeptEconomy(found.document), [describe(found)]).trimEnd());
    },
  },
  {
    name: 'terms history',
    operands: [],
    by: ['FINANCE'],
    what: 'lists the versions of the terms: number, time, by whom, why, despite what, hash',
    run: async ({ database }) => {
      for (const version of await readHistory(database)) console.log(describe(version));
    },
  },
  {
    name: 'terms check',
    operands: ['<file>'],
    options: PRICES,
    what: 'reports what these terms change and for whom, what the pools would then promise, and what members could gain by them with one account or several',
    run: async (input) => {
      const after = await readTermsFile(input.operands[0] ?? '');
      const check = await checkAgainst(input, await requireVersion(input.database), after);
      printTermsCheck(check);
      if (check.refusals.length > 0) throw new OperatorMistake('These terms can’t be applied.');
    },
  },
  {
    name: 'terms apply',
    operands: ['<file>'],
    options: { ...PRICES, despite: '<reason>' },
    needsReason: true,
    what: 'puts these terms in force for every process at once, unless `terms check` refuses them; what it finds odd needs a reason, which is kept; what was bought keeps its own',
    confirmation: ({ operands: [file = ''] }) =>
      `Put the terms of ${file} in force? Members see them at once. \`terms check ${file}\` says what they change.`,
    run: applyTerms,
  },
];

const HEADINGS: readonly [FindingKind, string][] = [
  ['GAIN', 'Brings more than it costs:'],
  ['SPLITTING', 'Brings more with several accounts than with one:'],
  ['LOSS', 'Costs more than it can bring:'],
  ['ODD', 'Makes no sense, though nobody gains by it:'],
];

const REFUSED: readonly [TermsRefusal['because'], string][] = [
  ['UNJUDGED', 'Refused, because nothing can be judged:'],
  ['UNKEPT', 'Refused, because it couldn’t be kept:'],
  ['EXPLOITED', 'Refused, because members could take out more than they put in:'],
];

async function applyTerms(input: CommandInput): Promise<void> {
  const { database, operands, actor, why = '' } = input;
  const after = await readTermsFile(operands[0] ?? '');
  const before = await requireVersion(database);
  if (before.hash === hashTerms(after)) {
    console.log(`Version ${before.number} already says the same and is in force. Nothing was changed.`);
    return;
  }
  const check = await checkAgainst(input, before, after);
  printTermsCheck(check);
  if (check.refusals.length > 0) throw new OperatorMistake('These terms can’t be applied. Nothing was changed.');
  const despite = overrule(check, input.options.despite);
  const applied = await inTransaction(database, async (transaction) => {
    const version = await appendTerms(transaction, {
      economy: after,
      appliedBy: actor.name ?? actor.osUser,
      reason: why,
      despite,
      now: systemClock(),
    });
    if (version !== null && version.number !== before.number + 1)
      throw new OperatorMistake('Other terms were put in force at the same moment. Nothing was changed: check again.');
    // Checked again now that no deals are being made: things may have changed since.
    const again = version === null ? null : await checkAgainst(input, before, after);
    if (again !== null && again.refusals.length > 0)
      throw new OperatorMistake(`Nothing was changed: ${again.refusals.map(({ says }) => says).join('; ')}`);
    return version;
  });
  console.log(applied === null ? 'They are in force already.' : `In force: ${describe(applied)}`);
}

/** What is kept with the version: the findings that the reason overrules, and the reason. */
function overrule({ odd }: TermsCheck, reason = ''): string | null {
  if (odd.length === 0) return null;
  if (reason.trim() === '') throw new OperatorMistake('What is odd about them needs a reason: --despite "…". Nothing was changed.');
  return `${[...new Set(odd.map(({ code }) => code))].join(', ')}: ${reason.trim()}`;
}

async function checkAgainst(input: CommandInput, { document }: TermsVersion, after: Economy): Promise<TermsCheck> {
  const before = readKeptEconomy(document);
  return checkNewTerms(input.database, { before, after, prices: await readPrices(input, before), now: systemClock() });
}

async function readPrices({ settings, database, options: { juf, ju } }: CommandInput, economy: Economy): Promise<Prices18 | null> {
  if (juf !== undefined && ju !== undefined) return { juf18: readTokens(juf, 'JUF'), ju18: readTokens(ju, 'JU') };
  if (juf !== undefined || ju !== undefined) throw new OperatorMistake('--juf and --ju must be given together.');
  const { exchange, chainRpcUrl: rpcUrl } = settings;
  const source = openPriceSource({ exchange, database, clock: systemClock, rpcUrl });
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

function describe({ number, at, appliedBy, reason, despite, hash }: Omit<TermsVersion, 'document'>): string {
  const overruled = despite === null ? '' : `; despite ${despite}`;
  return `version ${number}, ${at.toISOString()}, by ${appliedBy}: ${reason}${overruled} (${hash.slice(0, 12)})`;
}

function readNumber(typed: string): number {
  if (!/^[1-9]\d{0,8}$/.test(typed)) throw new OperatorMistake(`${typed} isn’t a version’s number: \`terms history\` lists them.`);
  return Number(typed);
}

/** In the order in which terms fail: they can't be judged, can't be kept, can be exploited, or are odd. */
function printTermsCheck(check: TermsCheck): void {
  const { changes, pools, prices, refusals, odd } = check;
  if (changes.length === 0) console.log('Nothing changes.');
  else console.log('What changes, and for whom:');
  for (const { path, before, after, whom } of changes) console.log(`  ${path}: ${write(before)} → ${write(after)}\n      ${whom}`);
  console.log('\nThe pools:');
  for (const line of pools) console.log(`  ${line}`);
  if (prices === null) console.log('\nWhat members could gain by these terms wasn’t judged: there is no price.');
  else printGains(prices, check);
  for (const [because, heading] of REFUSED)
    printUnder(
      heading,
      refusals.filter((refusal) => refusal.because === because).map(({ says }) => says),
    );
  printUnder('Odd, so that `terms apply` wants a reason, --despite "…":', odd.map(describeFinding));
}

function printUnder(heading: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`\n${heading}\n${lines.map((line) => `  ${line}`).join('\n')}`);
}

function printGains({ juf18, ju18 }: NonNullable<TermsCheck['prices']>, { assessments, findings, knownFindings }: TermsCheck): void {
  console.log(
    `\nWhat members could gain, at JUF ${toDecimalString(juf18, 18)} and JU ${toDecimalString(ju18, 18)} US$, with one account or several:`,
  );
  for (const { benefit, plan, brings } of assessments) console.log(`  ${benefit}, at best by ${plan}: ${brings}.`);
  if (findings.length + knownFindings.length === 0) console.log('  Nothing brings what these terms don’t intend.');
  const marked = [
    ...findings.map((finding) => ({ ...finding, mark: 'NEW' })),
    ...knownFindings.map((finding) => ({ ...finding, mark: 'as until now' })),
  ];
  for (const [kind, heading] of HEADINGS) {
    const ofKind = marked.filter(({ code }) => FINDING_KINDS[code] === kind);
    if (ofKind.length > 0) console.log(`  ${heading}`);
    for (const { mark, code, what, gain } of ofKind) console.log(`    ${mark} ${code}: ${what} (${gain})`);
  }
}

function write(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

/** Terms as docs/terms.md describes them. */
async function readTermsFile(file: string): Promise<Economy> {
  const parsed = parseTerms(await read(file));
  if ('economy' in parsed) return parsed.economy;
  throw new OperatorMistake([`${file} can’t be used:`, ...parsed.mistakes.map((mistake) => `  ${mistake}`)].join('\n'));
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new OperatorMistake(`${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
