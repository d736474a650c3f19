import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { defaultEconomy, type Economy } from '../../../provider/economy.ts';
import { parseTerms } from '../../../provider/terms/terms-documents.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startProvider } from '../start-provider.ts';
import { signIn } from '../sign-in.ts';
import { runTool, type ToolOutcome } from './run-tool.ts';

it('shows the terms, checks changed ones, puts them in force once, and keeps the history', async () => {
  const provider = await startProvider();
  const { token } = await signIn(provider);
  const run = (...words: string[]): Promise<ToolOutcome> =>
    runTool({ DATABASE_URL: provider.databaseUrl, PUBLIC_CHAIN_RPC_URL: inject('chainUrl') }, ...words);
  const file = join(temporaryFolder('terms'), 'terms.jsonc');
  const prices = ['--juf', '0.42', '--ju', '0.084'];

  const shown = await run('terms', 'show');
  expect(shown.output).toContain('// version 1, ');
  expect(parseTerms(shown.output)).toEqual({ economy: defaultEconomy });

  await writeFile(file, shown.output.replace('"feeRate": 10,', '"feeRate": 5,'));
  const checked = await run('terms', 'check', file, ...prices);
  expect(checked).toMatchObject({ exitCode: 0, errors: '' });
  expect(checked.output).toContain('transfer.feeRate: 10 → 5\n      all 1 members, from now on');
  expect(checked.output).toContain('Reward pool: 0 JUF free');
  expect(checked.output).toContain('Nothing brings what these terms don’t intend');
  // Both bounds of each benefit.
  expect(checked.output).toMatch(/PRIVILEGES, .*: its price after \d+ days at most, .*; split, .* % of what a stake gives back/);

  // Nobody is here to say yes, no reason is given, no price is known: nothing happens.
  expect((await run('terms', 'apply', file, ...prices, '--why', 'lower fees')).errors).toContain('Add --yes');
  expect((await run('terms', 'apply', file, ...prices, '--yes')).errors).toContain('--why');
  expect((await run('terms', 'apply', file, '--why', 'lower fees', '--yes')).errors).toContain('can’t be applied');
  const applying = ['terms', 'apply', file, ...prices, '--why', 'lower fees', '--yes'];
  expect((await run(...applying)).output).toMatch(/In force: version 2, .* by \S+: lower fees \([0-9a-f]{12}\)$/);
  expect((await run(...applying)).output).toContain('Version 2 already says the same and is in force. Nothing was changed.');
  expect((await provider.call('juScoreInfo', { token })).terms).toBe(2);

  const history = await run('terms', 'history');
  expect(history.output.split('\n').map((line) => line.replace(/, .*: /, ': ').replace(/ \(.*$/, ''))).toEqual([
    'version 1: the first start',
    'version 2: lower fees',
  ]);
  expect(parseTerms((await run('terms', 'show', '1')).output)).toEqual({ economy: defaultEconomy });
  expect((await run('terms', 'show', '9')).errors).toContain('no version 9');
});

it('refuses a file that holds no terms, and terms that would reward splitting into several accounts', async () => {
  const provider = await startProvider();
  const run = (...words: string[]): Promise<ToolOutcome> =>
    runTool({ DATABASE_URL: provider.databaseUrl, PUBLIC_CHAIN_RPC_URL: inject('chainUrl') }, ...words);
  const file = join(temporaryFolder('terms'), 'terms.json');
  await writeFile(file, '{ "transfer": 1 }');
  expect((await run('terms', 'check', file)).errors).toContain('transfer: Invalid input');
  expect((await run('terms', 'check', `${file}.not`)).errors).toContain('cannot be read');
  const paying: Economy = { ...defaultEconomy, bonuses: { capRate: 20_000 } };
  await writeFile(file, JSON.stringify(paying));
  const order = [file, '--juf', '0.42', '--ju', '0.084'];
  expect(await run('terms', 'check', ...order)).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('NEW BONUSES_EXCEED_ROLE_PRICE') as string,
  });
  expect((await run('terms', 'apply', ...order, '--why', 'more', '--yes')).errors).toContain('Nothing was changed');
  expect((await run('terms', 'history')).output.split('\n')).toHaveLength(1);
  expect(await readFile(file, 'utf8')).toContain('20000');
});

it('says that it has no price before anything that needs one, and names what is wrong by its true reason', async () => {
  const provider = await startProvider();
  const run = (...words: string[]): Promise<ToolOutcome> =>
    runTool({ DATABASE_URL: provider.databaseUrl, PUBLIC_CHAIN_RPC_URL: inject('chainUrl') }, ...words);
  const file = join(temporaryFolder('terms'), 'terms.json');
  const check = async (economy: Economy, ...prices: string[]): Promise<string> => {
    await writeFile(file, JSON.stringify(economy));
    return (await run('terms', 'check', file, ...prices)).output;
  };
  const prices = ['--juf', '0.42', '--ju', '0.084'];
  const { treasury, staking } = defaultEconomy;

  const unjudged = await check({ ...defaultEconomy, treasury: { ...treasury, maxMintingCapJuf: '1' } });
  expect(unjudged).toContain('wasn’t judged: there is no price');
  expect(unjudged).not.toMatch(/several accounts|brings nothing/);
  expect(unjudged).toMatch(
    /\nRefused, because nothing can be judged:\n {2}no price of JUF and JU is known.*\n\nRefused, because it couldn’t be kept:\n {2}treasury\.maxMintingCapJuf/,
  );

  const slow = { ...staking, periods: staking.periods.map(({ days, apr }) => ({ days, apr: days === 360 ? 1_500 : apr })) };
  const odd = await check({ ...defaultEconomy, staking: slow }, ...prices);
  expect(odd).toMatch(/Makes no sense, though nobody gains by it:\n(.*\n)*? {4}NEW DISCOUNT_OUTYIELDS_STAKING/);
  expect(odd).toMatch(/\nOdd, so that `terms apply` wants a reason, --despite "…":\n {2}DISCOUNT_OUTYIELDS_STAKING/);
  expect(odd).not.toMatch(/Brings more with several accounts|Refused/);
  const split = await check({ ...defaultEconomy, bonuses: { capRate: 20_000 } }, ...prices);
  expect(split).toMatch(/Brings more with several accounts than with one:\n {4}NEW BONUSES_EXCEED_ROLE_PRICE/);
  expect(split).toMatch(/\nRefused, because members could take out more than they put in:\n(.*\n)* {2}BONUSES_EXCEED_ROLE_PRICE/);
});

it('puts terms with something odd in force for a reason alone, which history and acts show, and what can be exploited for none', async () => {
  const provider = await startProvider();
  const run = (...words: string[]): Promise<ToolOutcome> =>
    runTool({ DATABASE_URL: provider.databaseUrl, PUBLIC_CHAIN_RPC_URL: inject('chainUrl') }, ...words);
  const file = join(temporaryFolder('terms'), 'terms.json');
  const apply = (...more: string[]): Promise<ToolOutcome> =>
    run('terms', 'apply', file, '--juf', '0.42', '--ju', '0.084', '--why', 'winter', '--yes', ...more);
  const { staking } = defaultEconomy;
  const slow = { ...staking, periods: staking.periods.map(({ days, apr }) => ({ days, apr: days === 360 ? 1_500 : apr })) };
  const despite = ['--despite', 'the discount ends in March'];

  await writeFile(file, JSON.stringify({ ...defaultEconomy, staking: slow, bonuses: { capRate: 20_000 } }));
  expect((await apply(...despite)).errors).toContain('These terms can’t be applied. Nothing was changed.');
  await writeFile(file, JSON.stringify({ ...defaultEconomy, staking: slow }));
  expect((await run('terms', 'check', file, '--juf', '0.42', '--ju', '0.084')).exitCode).toBe(0);
  for (const none of [[], ['--despite', ' ']])
    expect((await apply(...none)).errors).toContain('What is odd about them needs a reason: --despite "…". Nothing was changed.');
  expect((await apply(...despite)).output).toMatch(
    /In force: version 2, .*: winter; despite DISCOUNT_OUTYIELDS_STAKING: the discount ends in March \(/,
  );
  // Nothing new is odd any more, so there is nothing to overrule.
  await writeFile(file, JSON.stringify({ ...defaultEconomy, staking: slow, transfer: { ...defaultEconomy.transfer, feeRate: 5 } }));
  expect((await apply(...despite)).output).toMatch(/In force: version 3, .*: winter \(/);
  const history = (await run('terms', 'history')).output.split('\n');
  expect(history.map((line) => line.includes('despite DISCOUNT_OUTYIELDS_STAKING: the discount ends in March'))).toEqual([
    false,
    true,
    false,
  ]);
  expect((await run('acts', '--command', 'terms apply')).output).toContain('--despite "the discount ends in March"');
});
