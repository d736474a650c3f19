import { describe, expect, it } from 'vitest';
import { isChecksummed } from '../../src/lib/api/contract/account.ts';
import { shortenAddress } from '../../src/lib/shorten-address.ts';

describe('isChecksummed', () => {
  // Examples from EIP-55.
  it.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED',
  ])('accepts %s', (text) => {
    expect(isChecksummed(text)).toBe(true);
  });

  it.each([
    '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAedd',
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0X5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED',
    ' 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xgde709f2102306220921060314715629080e2fb7',
    '0x',
    '',
  ])('refuses %j', (text) => {
    expect(isChecksummed(text)).toBe(false);
  });
});

describe('shortenAddress', () => {
  it('keeps the first and last four digits', () => {
    expect(shortenAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe('0x5aAe…eAed');
  });

  it('leaves short text unchanged', () => {
    expect(shortenAddress('0x12345678')).toBe('0x12345678');
  });
});
