import { expect, it } from 'vitest';
import { domainOfMessage, isMessageForUs } from '../../../src/lib/wallet-flow/check-sign-in-message.ts';

const address = '0x7A3fA1b2C3d4E5f60718293a4B5c6D7e8F90c21E';
const message = [
  'jufi.test wants you to sign in with your Ethereum account:',
  address,
  '',
  'Sign in to JuFi.',
  '',
  'URI: https://jufi.test',
  'Version: 1',
  'Chain ID: 210000',
  'Nonce: 1234567890abcdef',
  'Issued At: 2026-11-21T10:00:00.000Z',
].join('\n');
const expected = { domains: ['127.0.0.1:4321', 'jufi.test'], address, chainId: 210000 };

it('takes a message that names this site, this account and this chain', () => {
  expect(isMessageForUs(message, expected)).toBe(true);
  expect(isMessageForUs(message.replace('jufi.test wants', 'https://jufi.test wants'), expected)).toBe(true);
  expect(isMessageForUs(message.replace('jufi.test wants', 'http://jufi.test wants'), expected)).toBe(true);
  expect(isMessageForUs(message, { ...expected, address: address.toLowerCase() })).toBe(true);
});

it.each([
  ['another site', message.replace('jufi.test wants', 'evil.test wants')],
  ['a site that begins like ours', message.replace('jufi.test wants', 'jufi.test.evil.test wants')],
  ['words before our site', `evil.test or ${message}`],
  ['words after the greeting', message.replace('account:', 'account: evil.test')],
  ['another account', message.replace(address, '0x0000000000000000000000000000000000000001')],
  ['another chain', message.replace('210000', '1')],
  ['a chain that begins like ours', message.replace('210000', '2100001')],
  ['no sign-in message at all', 'Permit everything'],
  ['nothing', ''],
])('refuses %s', (_name, text) => {
  expect(isMessageForUs(text, expected)).toBe(false);
});

it('shows the domain a message names', () => {
  expect(domainOfMessage(message)).toBe('jufi.test');
});
