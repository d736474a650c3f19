// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { keepMount } from 'nanostores';
import { expect, it, vi } from 'vitest';
import common from '../../../public/locales/en/common.json' with { type: 'json' };
import profile from '../../../public/locales/en/profile.json' with { type: 'json' };
import { Power } from '../../../src/islands/profile/Power.tsx';
import { ONE } from '../../../src/lib/token-decimals.ts';
import { $juPowerInfo } from '../../../src/stores/profile-power.ts';

// The answers come from the test.
vi.mock('../../../src/stores/api.ts', () => ({ callApi: () => new Promise(() => undefined) }));
// The stores look for a session as they are loaded.
await vi.hoisted(async () => {
  const { member } = await import('../../shell/member.ts');
  localStorage.setItem('AUTH_TOKEN', 'a'.repeat(43));
  localStorage.setItem('AUTH_USER', JSON.stringify(member('mira_holt')));
});

it('draws no chart for who never had power, and a level line for who joined today', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  keepMount($juPowerInfo);
  const place = document.createElement('div');
  act(() => createRoot(place).render(<Power locale="en" texts={{ profile, common }} />));
  const lines = (): (string | null)[] => [...place.querySelectorAll('path.line')].map((path) => path.getAttribute('d'));

  answer(0n, 0n);
  expect(lines()).toEqual([]);
  expect(place.textContent).toContain(profile.power.none);
  answer(40n * ONE);
  expect(lines()).toEqual([expect.stringMatching(/^M0\.0 ([\d.]+)L840\.0 \1$/), expect.stringMatching(/^M0\.0 ([\d.]+)L282\.0 \1$/)]);
  answer(40n * ONE, 0n);
  expect(lines()).toHaveLength(2);
  expect(place.textContent).not.toContain(profile.power.none);
});

/** The power at the end of each day. */
function answer(...powers: bigint[]): void {
  const history = powers.map((power, day) => ({ day: `2026-11-0${day + 1}`, power }));
  const parts = { treasury: 0n, staking: 0n, role: 0n, score: 0n };
  act(() => $juPowerInfo.mutate({ power: 0n, rank: null, parts, history }));
}
