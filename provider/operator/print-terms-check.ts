import type { TermsCheck } from '../terms/check-new-terms.ts';

export function printTermsCheck({ changes, pools, findings, knownFindings, refusals }: TermsCheck): void {
  if (changes.length === 0) console.log('Nothing changes.');
  else console.log('What changes, and for whom:');
  for (const { path, before, after, whom } of changes) console.log(`  ${path}: ${write(before)} → ${write(after)}\n      ${whom}`);
  console.log('\nThe pools:');
  for (const line of pools) console.log(`  ${line}`);
  console.log('\nSplitting into several accounts:');
  if (findings.length + knownFindings.length === 0) console.log('  brings nothing that these terms don’t intend.');
  for (const { code, what, gain } of findings) console.log(`  NEW ${code}: ${what} (${gain})`);
  for (const { code, what, gain } of knownFindings) console.log(`  as until now ${code}: ${what} (${gain})`);
  if (refusals.length > 0) console.log(`\nRefused:\n${refusals.map((line) => `  ${line}`).join('\n')}`);
}

function write(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
