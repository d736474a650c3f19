import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import texts from '../../../public/locales/en/session.json' with { type: 'json' };
import { OtherWallets } from '../../../src/islands/session/OtherWallets.tsx';
import { matchWallets, type WalletsHere } from '../../../src/islands/session/use-wallets.ts';
import { ScriptedWallet } from '../../lib/chain/wallets/scripted-wallet.ts';
import { Island } from '../Island.tsx';

const { wallets } = texts;
const found = ['io.rabby', 'io.zerion.wallet', 'org.unheard.of'].map((id) => ({ id, name: id, provider: new ScriptedWallet() }));
const here: WalletsHere = {
  found,
  early: [],
  isSettled: true,
  isMobile: false,
  pageUrl: 'https://jufi.example/',
  lastUsedId: 'io.zerion.wallet',
};
const connect = { name: wallets.connect, here, isLastUsed: false, isBusy: false, onMissing: () => undefined };

afterEach(() => vi.unstubAllEnvs());

it('lists the wallet used last first among the others, and marks it', () => {
  const { others, recommended } = matchWallets(found, here.early);
  const markup = renderToStaticMarkup(
    <Island locale="en" texts={{ session: texts }}>
      <OtherWallets {...{ here, others, recommended, busyId: null }} id="others" onChoose={() => undefined} />
    </Island>,
  );
  const names = Array.from(markup.matchAll(/<b>([^<]*)<\/b>/g), ([, name]) => name);
  expect(names).toEqual(['io.zerion.wallet', 'io.rabby', 'org.unheard.of']);
  const [first = '', ...rest] = markup.split('</li>');
  expect(first).toContain(wallets.lastUsed);
  expect(rest.join('')).not.toContain(wallets.lastUsed);
});

it.each([
  ['', true],
  ['0'.repeat(32), false],
])('Connect with the project id "%s" is off, and says why: %s', async (projectId, isOff) => {
  vi.resetModules();
  vi.stubEnv('PUBLIC_WALLETCONNECT_PROJECT_ID', projectId);
  // Its own, because the context belongs to the module.
  const { Island: Around } = await import('../Island.tsx');
  const { ConnectOption } = await import('../../../src/islands/session/OtherWallets.tsx');
  const markup = renderToStaticMarkup(
    <Around locale="en" texts={{ session: texts }}>
      <ConnectOption {...connect} />
    </Around>,
  );
  expect(markup.includes(' disabled=""')).toBe(isOff);
  expect(markup.includes(wallets.connectOff.replace("'", '&#x27;'))).toBe(isOff);
  expect(markup.includes(wallets.connectHint)).toBe(!isOff);
});

it.each([
  ['isn’t offered where it isn’t set up', '', '', false],
  ['says in development what to set', '', 'true', true],
  ['is offered once it is set up', '0'.repeat(32), '', true],
])('Connect %s', async (_, projectId, development, isOffered) => {
  vi.resetModules();
  vi.stubEnv('PUBLIC_WALLETCONNECT_PROJECT_ID', projectId);
  vi.stubEnv('PUBLIC_DEVELOPMENT_WALLET', development);
  const { offersWalletConnect } = await import('../../../src/lib/chain/wallets/wallet-options.ts');
  expect(offersWalletConnect).toBe(isOffered);
});
