import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import action from '../../../public/locales/en/action.json' with { type: 'json' };
import treasury from '../../../public/locales/en/treasury.json' with { type: 'json' };
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { FlowContext } from '../../../src/islands/action/ActionFlow.tsx';
import { PurchaseReview } from '../../../src/islands/treasury/PurchaseReview.tsx';
import { Island } from '../Island.tsx';

it('the review of a purchase says that its JUF vests, not that it arrives', () => {
  const id = '01933b2e-0000-7000-8000-000000000000';
  const order = {
    treasuryId: id,
    name: 'Growth',
    amount: fromDecimalString('100'),
    marketPrice: fromDecimalString('0.425'),
    maxPrice: fromDecimalString('0.43'),
    insured: false,
  };
  const flow = { state: { step: 'reviewing', order, problem: null }, confirm: () => Promise.resolve(), change: () => undefined } as const;
  const page = renderToStaticMarkup(
    <Island locale="en-US" texts={{ treasury, action }}>
      <FlowContext value={flow}>
        <PurchaseReview
          pack={{
            id,
            name: 'Growth',
            walletType: 'USDT',
            minAmount: fromDecimalString('10'),
            maxAmount: fromDecimalString('100000'),
            discountRate: 300,
            vestingDays: 90,
            insurancePremiumRate: 200,
            insuranceMaxPayoutRate: 1_500,
            insuranceDays: 180,
            powerPerJuf: fromDecimalString('1.2'),
            soldJuf: 0n,
            status: 'OPEN',
          }}
          wallet={{ balance: fromDecimalString('500') }}
          order={order}
          canBuy
        >
          {null}
        </PurchaseReview>
      </FlowContext>
    </Island>,
  );
  const legs = [...page.matchAll(/<span class="k">(.*?)<\/span>/g)].map(([, name = '']) => name.replaceAll(/<[^>]*>/g, ''));
  expect(legs).toEqual([action.review.leaves, treasury.purchase.receive]);
});
