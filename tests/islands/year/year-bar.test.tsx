// @vitest-environment happy-dom
import { atom } from 'nanostores';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import home from '../../../public/locales/en/home.json' with { type: 'json' };
import year from '../../../public/locales/en/year.json' with { type: 'json' };
import { YearBar } from '../../../src/islands/year/YearBar.tsx';
import type { ServerState } from '../../../src/stores/server-state.ts';
import type { YearStatement } from '../../../src/stores/year-statement.ts';

const mocked = vi.hoisted(() => ({ $statement: null as unknown, chooseYear: vi.fn<(year: number) => void>() }));
vi.mock('../../../src/stores/year-statement.ts', () => ({
  get $yearStatement() {
    return mocked.$statement;
  },
  chooseYear: mocked.chooseYear,
}));

it('another year can be chosen where the one chosen does not come', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const $statement = atom<ServerState<YearStatement>>({ loading: false, data: { year: 2026, years: [2026, 2025] } as YearStatement });
  mocked.$statement = $statement;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  act(() => root.render(<YearBar locale="en-US" texts={{ year, home }} />));
  const select = place.querySelector('select');
  const choose = (value: string): void =>
    act(() => {
      if (select) select.value = value;
      select?.dispatchEvent(new Event('change', { bubbles: true }));
    });
  choose('2025');
  expect(mocked.chooseYear).toHaveBeenLastCalledWith(2025);
  act(() => $statement.set({ loading: false, error: new Error('gone') }));
  expect(select).toMatchObject({ disabled: false, value: '2025' });
  choose('2026');
  expect(mocked.chooseYear).toHaveBeenLastCalledWith(2026);
  act(() => root.unmount());
});
