import { expect, it } from 'vitest';
import { defaultSocketSettings, descriptorLimit, socketLimits } from '../../../../provider/http/socket-limits.ts';

const settings = { ...defaultSocketSettings, trustedProxies: 0 };

it.each([
  [undefined, 4_096],
  [1_048_576, 4_096],
  [1_024, 768],
  [256, 128],
])('stays below the process’s descriptors: of %s it takes %s', (descriptors, total) => {
  expect(socketLimits(settings, descriptors).total).toBe(total);
});

it('leaves a proxy’s clients to the proxy', () => {
  expect(socketLimits(settings, undefined).perClient).toBe(256);
  expect(socketLimits({ ...settings, trustedProxies: 1 }, undefined).perClient).toBe(Infinity);
});

it('checks often enough that slow headers live at most a tenth longer than allowed', () => {
  const { headersMs, checkMs } = socketLimits(settings, undefined);
  expect(headersMs + checkMs).toBeLessThanOrEqual(11_000);
});

it('knows how many files this process may open', () => {
  const limit = descriptorLimit();
  expect(limit === undefined || (Number.isInteger(limit) && limit >= 64)).toBe(true);
});
