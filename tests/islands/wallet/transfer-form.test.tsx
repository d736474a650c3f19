// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import action from '../../../public/locales/en/action.json' with { type: 'json' };
import wallet from '../../../public/locales/en/wallet.json' with { type: 'json' };
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { useTypedAmount } from '../../../src/islands/action/typed-amount.ts';
import { TransferForm } from '../../../src/islands/wallet/TransferForm.tsx';
import type { TransferOrder } from '../../../src/lib/transfer/transfer-order.ts';
import type { TransferTerms } from '../../../src/stores/transfer.ts';
import { Island } from '../Island.tsx';

const USDT = 10n ** 18n;
const self = { id: '01989f2c-4f77-7a1b-8c3d-9e0f1a2b3c4d', uid: 'mira', username: 'mira_holt', address: `0x${'ab'.repeat(20)}` } as const;
const terms: TransferTerms = {
  walletType: 'USDT',
  available: fromDecimalString('100'),
  minAmount: fromDecimalString('1'),
  maxAmount: fromDecimalString('1000'),
  feeRate: 33,
  feeMin: fromDecimalString('0.1'),
  dailyLeft: fromDecimalString('500'),
  recentRecipients: [],
  intent: {
    domain: { name: 'JuFi', version: '1', chainId: 210_000 },
    types: {},
    nonce: `0x${'0'.repeat(64)}`,
    maxDeadlineSeconds: 600,
  },
};

let type: (typed: string) => void;
let sent: TransferOrder[];

function Form() {
  const [typed, setTyped] = useState('');
  const amount = useTypedAmount(typed, setTyped, 'USDT', 6);
  ({ type } = amount);
  const nothing = (): void => undefined;
  return (
    <TransferForm
      walletType="USDT"
      destination="CHAIN"
      terms={terms}
      isFailed={false}
      self={self}
      drafts={{ to: '', amount, remark: '', setTo: nothing, setRemark: nothing, clear: nothing }}
      retry={nothing}
      next={(order) => sent.push(order)}
    />
  );
}

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

it('a transfer’s amount and its fee, rounded up to the token’s own unit, are told in the unit of all amounts', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  sent = [];
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  act(() =>
    root.render(
      <Island locale="en-US" texts={{ action, wallet }}>
        <Form />
      </Island>,
    ),
  );
  const submit = (): void => act(() => place.querySelector('form')?.requestSubmit());
  const costs = (): (string | null)[] => [...place.querySelectorAll('.ledger dd')].map(({ textContent }) => textContent);
  const fault = (): string => place.querySelector('#transfer-amount-fault')?.textContent ?? '';
  expect(place.querySelector('.amount-top')?.textContent).toContain('1\u00a0USDT');

  expect(costs()).toEqual(['–', '–']);

  // All of it can't be sent with the fee on top, and the button enters what can.
  act(() => type('100'));
  submit();
  expect(sent).toEqual([]);
  expect(fault()).toContain('99.67\u00a0USDT');
  act(() => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === action.amount.most)?.click());
  expect(place.querySelector('input[name="transfer-amount"]')).toHaveProperty('value', '99.671085');
  expect(fault()).toBe('');

  // What it costs is said while it is typed.
  expect(costs()).toEqual(['0.328915\u00a0USDT', '100.00\u00a0USDT']);

  // 0.33 % of it is 0.040733319.
  act(() => type('50.000001'));
  submit();
  expect(sent).toMatchObject([{ amount: 50_000_001n * 10n ** 12n, fee: 165_001n * 10n ** 12n, walletType: 'USDT', recipient: self }]);
  expect(sent[0]?.amount).toBeGreaterThan(50n * USDT);
  act(() => type('50.0000001'));
  submit();
  expect(sent).toHaveLength(1);
  expect(fault()).toContain('USDT allows 6 decimal places');
  act(() => root.unmount());
});
