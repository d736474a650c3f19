// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import action from '../../../public/locales/en/action.json' with { type: 'json' };
import wallet from '../../../public/locales/en/wallet.json' with { type: 'json' };
import { useTypedAmount } from '../../../src/islands/action/typed-amount.ts';
import { TransferForm } from '../../../src/islands/wallet/TransferForm.tsx';
import { NetworkError } from '../../../src/lib/api/api-error.ts';
import { ONE } from '../../../src/lib/token-decimals.ts';
import type { TransferOrder } from '../../../src/lib/transfer/transfer-order.ts';
import type { Recipient, TransferTerms } from '../../../src/stores/transfer.ts';
import { Island } from '../Island.tsx';

const findRecipient = vi.hoisted(() => vi.fn<(name: string) => Promise<Recipient | null>>());
vi.mock('../../../src/stores/transfer.ts', async (original) => ({ ...(await original<object>()), findRecipient }));

const mira: Recipient = { id: '01989f2c-4f77-7a1b-8c3d-9e0f1a2b3c4d', uid: 'mira', username: 'mira_holt', address: `0x${'ab'.repeat(20)}` };
const terms = {
  ...{
    walletType: 'USDT',
    available: 100n * ONE,
    minAmount: ONE,
    maxAmount: 1_000n * ONE,
    feeRate: 0,
    feeMin: 0n,
    dailyLeft: null,
    recentRecipients: [],
  },
} as unknown as TransferTerms;
const sent: TransferOrder[] = [];

function Form() {
  const amount = useTypedAmount('5', () => undefined, 'USDT', 6);
  const nothing = (): void => undefined;
  return (
    <TransferForm
      {...{ walletType: 'USDT', destination: 'MEMBER', terms, isFailed: false, self: null, retry: nothing }}
      drafts={{ to: 'mira', amount, remark: '', setTo: nothing, setRemark: nothing, clear: nothing }}
      next={(order) => sent.push(order)}
    />
  );
}

it('a recipient that could not be looked up is looked up again by the next press, which then goes on', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  findRecipient.mockRejectedValueOnce(new NetworkError('UNREACHABLE', null)).mockResolvedValue(mira);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const passed = (): Promise<void> =>
    act(async () => {
      await vi.advanceTimersByTimeAsync(1_000);
    });
  act(() =>
    root.render(
      <Island locale="en-US" texts={{ action, wallet }}>
        <Form />
      </Island>,
    ),
  );
  await passed();
  expect(place.querySelector('#transfer-to-answer')?.textContent).toContain(wallet.transfer.lookUpFailed);
  act(() => place.querySelector('form')?.requestSubmit());
  await passed();
  expect(findRecipient).toHaveBeenCalledTimes(2);
  expect(sent).toMatchObject([{ recipient: mira }]);
  act(() => root.unmount());
  vi.useRealTimers();
});
