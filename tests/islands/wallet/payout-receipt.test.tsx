import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import action from '../../../public/locales/en/action.json' with { type: 'json' };
import wallet from '../../../public/locales/en/wallet.json' with { type: 'json' };
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { ActionFollow } from '../../../src/islands/action/ActionFollow.tsx';
import { TransferReceipt } from '../../../src/islands/wallet/TransferFlow.tsx';
import type { TransactionRow } from '../../../src/lib/api/contract/transaction.ts';
import { Island } from '../Island.tsx';

const { transfer } = wallet;
const self = { id: '01989f2c-4f77-7a1b-8c3d-9e0f1a2b3c4d', uid: 'lena07', username: 'lena_k', address: `0x${'ab'.repeat(20)}` as const };

function receipt(status: TransactionRow['status']): string {
  const transaction: TransactionRow = {
    id: self.id,
    kind: 'PAYOUT',
    walletType: 'USDT',
    amount: fromDecimalString('20.123456'),
    direction: 'OUT',
    fee: fromDecimalString('0.018'),
    hash: `0x${'cd'.repeat(32)}`,
    status,
    createdAt: '2026-11-20T19:40:00.000Z',
    balanceAfter: fromDecimalString('849.78406'),
  };
  const order = {
    destination: 'CHAIN',
    walletType: 'USDT',
    amount: 20_123_456n * 10n ** 12n,
    fee: 18n * 10n ** 15n,
    remark: '',
    recipient: self,
  } as const;
  const page = renderToStaticMarkup(
    <Island locale="en-US" texts={{ action, wallet }}>
      <ActionFollow
        state={{ step: 'done', order, data: { transaction }, isEarlier: false }}
        subject={() => null}
        done={(data, { destination }, now) => <TransferReceipt transaction={data.transaction} destination={destination} status={now} />}
        next={() => ({ text: action.follow.next.payout, act: 'toPayout' })}
        retry={() => undefined}
        change={() => undefined}
        dismiss={() => undefined}
      />
    </Island>,
  );
  return page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
}

it('a payout that came back isn’t shown as done, nor with the balance without it', () => {
  const page = receipt('VOIDED');
  expect(page).toContain(action.follow.refusedTitle);
  expect(page).toContain(transfer.payoutVoided);
  expect(page).not.toContain(action.follow.doneTitle);
  expect(page).not.toContain('849.78');
  expect(page).not.toContain(action.follow.next.toPayout);
});

it('a payout that has arrived is no longer said to be on its way', () => {
  const page = receipt('POSTED');
  expect(page).toContain(action.follow.doneTitle);
  expect(page).toContain(transfer.payoutDone);
  expect(page).toContain(action.follow.next.toPayout);
  expect(page).not.toContain(transfer.payoutStarted);
});

it('what was paid and its fee are written to the last digit', () => {
  const page = receipt('PENDING').replaceAll(' ', '');
  expect(page).toContain('20.123456USDT');
  expect(page).toContain('0.018USDT');
});
