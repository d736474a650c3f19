import { expect, it } from 'vitest';
import { isInsideApp } from '../../../../src/islands/session/use-wallets.ts';

const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7{{}}) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36';
const ios = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

it.each([
  ['a web view of Android', android.replace('{{}}', '; wv'), true],
  ['Chrome on Android', android.replace('{{}}', ''), false],
  ['a web view of iOS', `${ios} Mobile/15E148 imToken/2.14`, true],
  ['Safari on iOS', `${ios} Version/17.5 Mobile/15E148 Safari/604.1`, false],
  ['a desktop', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36', false],
])('%s', (_name, userAgent, isInside) => {
  expect(isInsideApp(userAgent)).toBe(isInside);
});
