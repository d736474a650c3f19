import type { Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { nameChunk } from '../../src/integrations/chunks-by-area.ts';

const AT = '/jufi/src';
const STAKING = `${AT}/islands/staking`;
const WALLET = `${AT}/islands/wallet/Transfer.tsx`;
const SWAP = `${AT}/islands/swap/SwapPanel.tsx`;
const TREASURY = `${AT}/islands/treasury/Packages.tsx`;
const SHELL = `${AT}/shell/start-shell.ts`;
const SESSION = `${AT}/islands/session/hydrate-dialog.ts`;
const WAYS = [`${AT}/islands/ways/Ways.tsx`, `${AT}/islands/ways/More.tsx`];
const ENTRIES = [`${STAKING}/NewStake.tsx`, `${STAKING}/Overview.tsx`, WALLET, SWAP, TREASURY, SHELL, SESSION, ...WAYS];
const [NEW_STAKE = '', OVERVIEW = ''] = ENTRIES;
const DIALOG = `${STAKING}/StakeDialog.tsx`;
const SEND = `${AT}/lib/chain/send.ts`;

/** The name of a module's chunk that these import. */
function chunkOf(...importers: string[]): string | null {
  const fetched = [DIALOG, SEND];
  const getModuleInfo = (id: string) => ({
    isEntry: ENTRIES.includes(id),
    dynamicImporters: fetched.includes(id) ? [NEW_STAKE] : [],
    importers: id === 'module' ? importers : [],
  });
  return nameChunk('module', { getModuleInfo } as unknown as Rolldown.ChunkingContext);
}

it.each([
  ['one entry needs', [NEW_STAKE], null],
  ['an area starts with', [NEW_STAKE, OVERVIEW], 'staking'],
  ['an area starts with, and also fetches later', [NEW_STAKE, DIALOG], 'staking'],
  ['an area fetches later', [DIALOG], 'staking-later'],
  ['several areas fetch later', [DIALOG, SEND], 'chain-staking-later'],
  ['one area starts with and another fetches later', [WALLET, SEND], 'wallet-shared'],
  ['two areas start with', [WALLET, SWAP], 'swap-wallet-shared'],
  ['three areas start with', [WALLET, SWAP, OVERVIEW], 'staking-swap-wallet-shared'],
  ['many areas start with', [WALLET, SWAP, OVERVIEW, TREASURY], 'islands-shared'],
  ['what is needed last shares with three areas', [...WAYS, WALLET, SWAP, OVERVIEW], 'staking-swap-wallet-shared'],
  ['what is needed last shares with one', [...WAYS, WALLET], 'wallet'],
  ['only what is needed last starts with', WAYS, 'ways'],
  ['the session’s dialogs share with islands', [SESSION, WALLET, SWAP], 'session-shared'],
  ['the shell shares with anybody', [SHELL, SESSION, WALLET, DIALOG], 'shell-shared'],
])('what %s has its place', (_what, importers, name) => {
  expect(chunkOf(...importers)).toBe(name);
});
