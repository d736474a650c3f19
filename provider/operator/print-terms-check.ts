import { toDecimalString } from '../../src/lib/amount.ts';
import { FINDING_KINDS, type FindingKind } from '../economy-model/assessment.ts';
import { describeFinding, type TermsCheck, type TermsRefusal } from '../terms/check-new-terms.ts';

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

/** In the order in which terms fail: they can't be judged, can't be kept, can be exploited, or are odd. */
export function printTermsCheck(check: TermsCheck): void {
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
