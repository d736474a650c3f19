// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWallet, type Wallet } from '../../src/development-wallet/create-wallet.ts';
import { developmentAccounts } from '../../src/development-wallet/development-accounts.ts';
import type { WalletTexts } from '../../src/development-wallet/wallet-texts.ts';
import { openWalletWindow } from '../../src/development-wallet/window/wallet-window.ts';

const texts = JSON.parse(readFileSync('public/locales/en/wallet-app.json', 'utf8')) as WalletTexts;
const [first, second] = developmentAccounts;
let wallet: Wallet;

function shadow(): ShadowRoot {
  const root = document.querySelector('jufi-development-wallet')?.shadowRoot;
  if (!root) throw new Error('the wallet is not in the page');
  return root;
}

function dialog(): HTMLDialogElement {
  const found = shadow().querySelector('dialog');
  if (!found) throw new Error('the wallet has no window');
  return found;
}

function button(name: string): HTMLButtonElement {
  const buttons = [...shadow().querySelectorAll('button')];
  const found = buttons.find((candidate) => (candidate.getAttribute('aria-label') ?? candidate.textContent) === name);
  if (!found) throw new Error(`no button ${name} among ${buttons.map(({ textContent }) => textContent).join(', ')}`);
  return found;
}

function press(...names: readonly string[]): void {
  for (const name of names) button(name).click();
}

async function asked(title: string): Promise<void> {
  await expect.poll(() => dialog().open && dialog().querySelector('h2')?.textContent).toBe(title);
}

function request(method: string, ...params: readonly unknown[]): Promise<unknown> {
  const answer = wallet.request({ method, params });
  answer.catch(() => undefined);
  return answer;
}

beforeEach(() => {
  localStorage.clear();
  wallet = createWallet(
    () => undefined,
    { rpcUrl: 'http://127.0.0.1:9' },
    (parts) => openWalletWindow({ ...parts, texts }),
  );
});

afterEach(() => {
  document.body.replaceChildren();
});

describe('the window', () => {
  it('stays closed until there is a request', async () => {
    await request('eth_accounts');
    expect(dialog().open).toBe(false);
  });

  it('shows what it is, the site and the request, and focuses its title', async () => {
    void request('eth_requestAccounts');
    await asked(`Connect to ${location.host}?`);
    expect(dialog().textContent).toContain('its keys are public. Never use it with real money.');
    expect(shadow().activeElement?.id).toBe('title');
    expect(dialog().getAttribute('aria-labelledby')).toBe('title');
  });

  it('connects the selected account', async () => {
    const answer = request('eth_requestAccounts');
    await asked(`Connect to ${location.host}?`);
    dialog().querySelector<HTMLInputElement>('#account-1')?.click();
    press('Connect');
    expect(await answer).toEqual([second]);
    expect(dialog().open).toBe(false);
  });

  it('declines by its button and with Escape', async () => {
    const byButton = request('eth_requestAccounts');
    await asked(`Connect to ${location.host}?`);
    press('Decline');
    await expect(byButton).rejects.toMatchObject({ code: 4001 });
    const byEscape = request('eth_requestAccounts');
    await asked(`Connect to ${location.host}?`);
    dialog().dispatchEvent(new Event('cancel', { cancelable: true }));
    await expect(byEscape).rejects.toMatchObject({ code: 4001 });
    expect(dialog().open).toBe(false);
  });

  it('can be postponed: the request waits behind the launcher, and a second one is refused', async () => {
    const answer = request('eth_requestAccounts');
    await asked(`Connect to ${location.host}?`);
    press('Decide later');
    expect(dialog().open).toBe(false);
    await expect(request('eth_requestAccounts')).rejects.toMatchObject({ code: -32002 });
    press('Decide later', 'JuFi Wallet: A request is waiting', 'Connect');
    expect(await answer).toEqual([first]);
  });

  it('shows requests one after another', async () => {
    const connecting = request('eth_requestAccounts');
    await asked(`Connect to ${location.host}?`);
    press('Connect');
    await connecting;
    const signing = ['0x41', '0x42'].map((message) => request('personal_sign', message, first));
    await asked('Sign this message?');
    expect(dialog().querySelector('pre')?.textContent).toBe('A');
    press('Sign');
    expect(dialog().querySelector('pre')?.textContent).toBe('B');
    press('Decline');
    await expect(Promise.all(signing)).rejects.toMatchObject({ code: 4001 });
  });

  it('shows markup in a message as text', async () => {
    const connecting = request('eth_requestAccounts');
    await asked(`Connect to ${location.host}?`);
    press('Connect');
    await connecting;
    const markup = '<img src=x onerror=alert(1)>';
    void request('personal_sign', markup, first);
    await asked('Sign this message?');
    expect(dialog().querySelector('pre')?.textContent).toBe(markup);
    expect(dialog().querySelector('img')).toBeNull();
  });

  it('shows every field of EIP-712 data', async () => {
    const connecting = request('eth_requestAccounts');
    await asked(`Connect to ${location.host}?`);
    press('Connect');
    await connecting;
    const types = { Transfer: [{ name: 'legs', type: 'Leg[]' }], Leg: [{ name: 'amount', type: 'uint256' }] };
    const data = {
      types,
      primaryType: 'Transfer',
      domain: { name: 'JuFi', chainId: 210000 },
      message: { legs: [{ amount: '5' }, { amount: '7' }] },
    };
    void request('eth_signTypedData_v4', first, JSON.stringify(data));
    await asked('Sign this data?');
    const rows = [...dialog().querySelectorAll('dl > div')].map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(rows).toEqual([
      ['For', 'Transfer'],
      ['Application', 'JuFi'],
      ['legs[0].amount', '5'],
      ['legs[1].amount', '7'],
    ]);
  });
});

describe('the settings', () => {
  it('offer every failure by real buttons, and lead back', async () => {
    press('JuFi Wallet: Wallet settings', 'Switch to Ethereum, a wrong network');
    expect(await request('eth_chainId')).toBe('0x1');
    press('Switch to JuChain Mainnet');
    expect(await request('eth_chainId')).toBe('0x33450');
    press('Forget JuChain Mainnet');
    expect(await request('eth_chainId')).toBe('0x1');
    await expect(request('wallet_switchEthereumChain', { chainId: '0x33450' })).rejects.toMatchObject({ code: 4902 });
    expect(button('Switch to JuChain Mainnet').disabled).toBe(true);
    press('Lock the wallet', 'Unlock the wallet', 'Reset the wallet');
    expect(await request('eth_chainId')).toBe('0x33450');
    press('Close');
    expect(dialog().open).toBe(false);
  });

  it('open from a request, which stays pending', async () => {
    const answer = request('eth_requestAccounts');
    await asked(`Connect to ${location.host}?`);
    press('Wallet settings', 'Switch to Ethereum, a wrong network', 'Back to the request', 'Connect');
    expect(await answer).toEqual([first]);
    expect(await request('eth_chainId')).toBe('0x1');
  });

  it('disconnect the site', async () => {
    const answer = request('eth_requestAccounts');
    await asked(`Connect to ${location.host}?`);
    press('Connect');
    await answer;
    press('JuFi Wallet: Wallet settings', 'Disconnect the site');
    expect(await request('eth_accounts')).toEqual([]);
  });

  it('select another account', async () => {
    const answer = request('eth_requestAccounts');
    await asked(`Connect to ${location.host}?`);
    press('Connect');
    await answer;
    press('JuFi Wallet: Wallet settings');
    dialog().querySelector<HTMLInputElement>('#account-1')?.click();
    expect(await request('eth_accounts')).toEqual([second]);
  });
});
