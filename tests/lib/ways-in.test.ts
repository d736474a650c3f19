import { expect, test } from 'vitest';
import { fillLink, waysIn } from '../../src/lib/ways-in.ts';

const LINK = 'https://bridge.example/#/in?to={address}&sum={amount}&coin={token}&from=jufi';

test('a way in is told the member’s own address, the amount and the token, encoded', () => {
  expect(fillLink(LINK, { address: '0xAb', amount: '1.5', token: 'JU' })).toBe(
    'https://bridge.example/#/in?to=0xAb&sum=1.5&coin=JU&from=jufi',
  );
  expect(fillLink('https://card.example/{token}/buy', { token: 'a b&c' })).toBe('https://card.example/a%20b%26c/buy');
});

test.each([
  [{ address: '0xAb' }, 'https://bridge.example/#/in?to=0xAb&from=jufi'],
  [{ token: 'JU' }, 'https://bridge.example/#/in?coin=JU&from=jufi'],
  [{}, 'https://bridge.example/#/in?from=jufi'],
])('a parameter without a value is left out: %o', (values, filled) => {
  expect(fillLink(LINK, values)).toBe(filled);
});

test('no question mark stays behind', () => {
  expect(fillLink('https://x.example/?a={amount}&b={address}#top', {})).toBe('https://x.example/#top');
});

test('only what the operator has set is a way in', () => {
  expect(waysIn({ PUBLIC_CARD_LINK: ' https://card.example ', PUBLIC_BRIDGE_LINK: '' })).toEqual([
    { kind: 'card', link: 'https://card.example' },
  ]);
});
