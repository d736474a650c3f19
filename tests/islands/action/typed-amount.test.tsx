// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import english from '../../../public/locales/en/action.json' with { type: 'json' };
import { AmountField } from '../../../src/islands/action/AmountField.tsx';
import { bound, type BoundAmount, useTypedAmount } from '../../../src/islands/action/typed-amount.ts';
import { parseAmount } from '../../../src/lib/amount.ts';
import { Island } from '../Island.tsx';

vi.mock(import('../../../src/lib/amount.ts'), { spy: true });

const UNIT = 10n ** 18n;
let form: BoundAmount;
let show: (available: bigint) => void;

function Form() {
  const [typed, type] = useState('');
  const [available, setAvailable] = useState(100n * UNIT);
  show = setAvailable;
  form = bound(useTypedAmount(typed, type, 'USDT', 6), { available });
  return <AmountField id="amount" label="Amount" amount={form} />;
}

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

it('an amount is read once per key press, and the form gets what its field shows', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  act(() =>
    root.render(
      <Island locale="en-US" texts={{ action: english }}>
        <Form />
      </Island>,
    ),
  );
  vi.mocked(parseAmount).mockClear();
  act(() => form.type('1,234.5'));
  expect(parseAmount).toHaveBeenCalledTimes(1);
  expect(form.judged).toEqual({
    kind: 'short',
    amount: (12_345n * UNIT) / 10n,
    fault: { reason: 'INSUFFICIENT', limit: 100n * UNIT },
  });
  expect(place.querySelector('.stated')?.textContent).toBe('= 1,234.50\u00a0USDT');
  expect(place.querySelector('#amount-fault')?.textContent).toContain('You have only 100.00\u00a0USDT available.');

  // Other bounds are compared with the same reading.
  act(() => show(2_000n * UNIT));
  expect(parseAmount).toHaveBeenCalledTimes(1);
  expect(form.judged.kind).toBe('valid');
  act(() => root.unmount());
});
