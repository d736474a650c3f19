import { getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../provider/http/refusal.ts';
import { composeSignInMessage, readSignInMessage, signInSite } from '../../../provider/modules/account/sign-in-message.ts';

const address = getAddress('0x7a3fa1b2c3d4e5f60718293a4b5c6d7e8f90c21e');
const other = getAddress('0x0123456789abcdef0123456789abcdef01234567');
const nonce = '0123456789abcdef';
const here = () => signInSite('https://jufi.example', 210_000);
const issued = { address, nonce, issuedAt: new Date('2026-11-21T09:00:00.000Z'), expiresAt: new Date('2026-11-21T09:05:00.000Z') };
const compose = () => composeSignInMessage(here(), issued);

describe('the message of a site', () => {
  it('is the text of EIP-4361', () => {
    expect(compose()).toBe(
      `jufi.example wants you to sign in with your Ethereum account:
${address}

Sign in to JuFi. This costs nothing and moves no funds.

URI: https://jufi.example
Version: 1
Chain ID: 210000
Nonce: 0123456789abcdef
Issued At: 2026-11-21T09:00:00.000Z
Expiration Time: 2026-11-21T09:05:00.000Z`,
    );
  });

  it.each(['https://jufi.example', 'http://localhost:4321', 'https://jufi.example:8443/some/path?x=1'])('at %s is read there', (url) => {
    const there = signInSite(url, 1);
    expect(readSignInMessage(composeSignInMessage(there, issued), there, address)).toEqual({ nonce });
  });

  it('names its scheme unless that is https, and no path', () => {
    expect(signInSite('http://localhost:4321/path', 1)).toEqual({
      scheme: 'http',
      domain: 'localhost:4321',
      uri: 'http://localhost:4321',
      chainId: 1,
    });
    expect(here()).toEqual({ scheme: undefined, domain: 'jufi.example', uri: 'https://jufi.example', chainId: 210_000 });
    expect(composeSignInMessage(signInSite('http://localhost:4321', 1), issued)).toMatch(/^http:\/\/localhost:4321 wants you to sign in/);
  });

  it('is read for an address whose checksum has letters of one case only, and for no other without one', () => {
    const upper = getAddress('0x52908400098527886e0f7030069857d2e4169ee7');
    expect(readSignInMessage(composeSignInMessage(here(), { ...issued, address: upper }), here(), upper)).toEqual({ nonce });
    expect(codeOf(compose().replace(address, `0x${address.slice(2).toLowerCase()}`))).toBe('MESSAGE_INVALID');
  });
});

describe('a message', () => {
  it.each<[string, (text: string) => string, string]>([
    ['of another domain', (text) => text.replace('jufi.example wants', 'evil.example wants'), 'DOMAIN_MISMATCH'],
    ['of another scheme', (text) => `http://${text}`, 'DOMAIN_MISMATCH'],
    [
      'of another address of the site',
      (text) => text.replace('URI: https://jufi.example', 'URI: https://jufi.example/x'),
      'DOMAIN_MISMATCH',
    ],
    ['of another chain', (text) => text.replace('210000', '1'), 'CHAIN_MISMATCH'],
    ['of another account', (text) => text.replace(address, other), 'MESSAGE_INVALID'],
    ['of another version', (text) => text.replace('Version: 1', 'Version: 2'), 'MESSAGE_INVALID'],
    ['outside the grammar', (text) => text.replace('Nonce: ', 'Nonse: '), 'MESSAGE_INVALID'],
    ['without anything', () => '', 'MESSAGE_INVALID'],
  ])('%s is refused', (_name, alter, code) => {
    expect(codeOf(alter(compose()))).toBe(code);
  });

  it('is read up to 4,096 bytes, and not beyond', () => {
    const withResources = (length: number): string => {
      const start = `${compose()}\nResources:\n- https://jufi.example/`;
      return start + 'x'.repeat(length - start.length);
    };
    expect(readSignInMessage(withResources(4_096), here(), address)).toEqual({ nonce });
    expect(codeOf(withResources(4_097))).toBe('MESSAGE_INVALID');
  });
});

function codeOf(text: string): string {
  try {
    readSignInMessage(text, here(), address);
    return 'READ';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
