import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import home from '../../../public/locales/en/home.json' with { type: 'json' };
import wallet from '../../../public/locales/en/wallet.json' with { type: 'json' };
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { RecipientCard } from '../../../src/islands/wallet/RecipientField.tsx';
import { Statement } from '../../../src/islands/wallet/HistoryExport.tsx';
import { titleOf } from '../../../src/islands/list/transaction-title.ts';
import type { TransactionRow } from '../../../src/lib/api/contract/transaction.ts';
import { DECEIVING } from '../../support/deceiving-texts.ts';
import { Island } from '../Island.tsx';

const NAME = 'محمد';
const row: TransactionRow = {
  id: '01989f2c-4f77-7a1b-8c3d-9e0f1a2b3c4d',
  kind: 'TRANSFER',
  walletType: 'USDT',
  amount: fromDecimalString('120.5'),
  direction: 'IN',
  fee: 0n,
  counterparty: { uid: 'muhammad7', username: NAME },
  hash: `0x${'ab'.repeat(32)}`,
  status: 'POSTED',
  createdAt: '2026-11-20T19:40:00.000Z',
  balanceAfter: fromDecimalString('4130'),
};

it('a name within a title doesn’t change the title’s direction', () => {
  expect(titleOf(row, wallet.history, home.activity.kinds)).toContain(`\u2068${NAME}\u2069`);
});

it('a name or a remark outside a text is isolated by an element', () => {
  const recipient = { id: row.id, uid: 'muhammad7', username: NAME, address: `0x${'ab'.repeat(20)}` as const };
  expect(
    renderToStaticMarkup(
      <Island locale="en-US" texts={{ wallet }}>
        <RecipientCard recipient={recipient} lookAlike={undefined} />
      </Island>,
    ),
  ).toContain(`<bdi translate="no">${NAME}</bdi>`);
});

// Remarks stored before they were checked must not deceive either.
it.each(DECEIVING)('an old remark with %s stays within its own element on paper', (_, remark) => {
  const filter = { walletType: null, kind: null, from: null, to: null };
  const page = renderToStaticMarkup(
    <Island locale="en-US" texts={{ wallet, home }}>
      <Statement rows={[{ ...row, remark }]} filter={filter} />
    </Island>,
  );
  expect(page.split('<small><bdi translate="no">')[1]?.split('</bdi>')[0]).toBe(remark);
});
