// @vitest-environment happy-dom
import { atom } from 'nanostores';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import common from '../../../public/locales/en/common.json' with { type: 'json' };
import { ListSection } from '../../../src/islands/list/ListSection.tsx';
import type { ServerState } from '../../../src/stores/server-state.ts';
import { Island } from '../Island.tsx';

type Page = { content: { id: string }[]; totalPages: number };

it('the button that turns the page keeps the focus while the next one loads, and leads back from one that fails', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const $list = atom<ServerState<Page>>({ loading: false, data: { content: [{ id: 'a' }], totalPages: 3 } });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const turned = vi.fn<(page: number) => void>();
  const show = (page: number): void =>
    root.render(
      <Island locale="en-US" texts={{ common }}>
        <ListSection
          {...{ $list, page, turn: turned, empty: '', retry: () => undefined }}
          columns={[{ name: 'Id', show: (row: { id: string }) => row.id }]}
        />
      </Island>,
    );
  act(() => show(1));
  const { newer, older } = common.state.pages;
  const button = (name: string): HTMLButtonElement | undefined =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  button(older)?.focus();
  act(() => {
    $list.set({ loading: true });
    show(2);
  });
  expect(document.activeElement).toBe(button(older));
  expect(button(older)?.disabled).toBe(false);
  act(() => $list.set({ loading: false, error: new Error('gone') }));
  act(() => button(newer)?.click());
  expect(turned).toHaveBeenCalledWith(1);
  act(() => root.unmount());
});
