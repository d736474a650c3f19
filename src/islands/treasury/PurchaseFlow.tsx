import { useEffect } from 'react';
import type { ActionRefusal, ActionState } from '../../lib/action/action-state.ts';
import { formatAmount, mulDivCeil } from '../../lib/amount.ts';
import type { DataOf } from '../../lib/api/contract/define-call.ts';
import { amount } from '../../lib/api/contract/scalars.ts';
import type { purchaseTreasury } from '../../lib/api/contract/treasury.ts';
import { z } from '../../lib/api/contract/zod.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { discountedPrice18, type TreasuryPackage } from '../../lib/treasury/price-purchase.ts';
import { needsConsent } from '../../lib/treasury/quote-purchase.ts';
import { $treasury, purchaseAction, type PurchaseOrder } from '../../stores/treasury.ts';
import { $walletOverview, refreshWallet } from '../../stores/wallet.ts';
import { ActionFlow } from '../action/ActionFlow.tsx';
import type { NextStep } from '../action/NextStep.tsx';
import { Figure } from '../figures/Figure.tsx';
import { formatLongDate } from '../figures/format-long-date.ts';
import { formatDate } from '../figures/format-time.ts';
import { Ledger, type LedgerLine } from '../figures/Ledger.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { useSection, useServerState } from '../state/use-server-state.ts';
import { useShown } from '../state/use-shown.ts';
import { draftPurchase } from './draft-purchase.ts';
import { PriceNotice, useFreshPrice } from './PriceNotice.tsx';
import { PurchaseForm } from './PurchaseForm.tsx';
import { PurchaseReview } from './PurchaseReview.tsx';
import type { PurchaseForm as Form } from './use-purchase-form.ts';
import { PRICE_DIGITS, writeMoment } from './write-figures.ts';

const DAY_MS = 86_400_000;

/** Buys from the chosen package: made in the first of three dialogs, and ended in one of the other two. */
export function PurchaseFlow({ form }: { form: Form }) {
  const { purchase, success, fail, calendar } = useTexts('treasury');
  const { next } = useTexts('action').follow;
  const locale = useLocale();
  const state = useShown(purchaseAction.$state);
  const pack = useServerState($treasury).data?.list.find(({ id }) => id === form.packageId);
  const steps = usePurchaseSteps(form, pack, state);
  const isReviewed = state.step === 'reviewing' || state.step === 'signing';
  const name = state.step === 'idle' ? (pack?.name ?? '') : state.order.name;
  return (
    <ActionFlow
      as="dialog"
      name="treasury-purchase"
      title={interpolate(isReviewed ? purchase.reviewTitle : purchase.title, { name })}
      ends={{ done: { name: 'purchase-success', title: success.title }, refused: { name: 'purchase-fail', title: fail.title } }}
      action={purchaseAction}
      {...steps}
      subject={(order) => interpolate(purchase.subject, { amount: formatAmount(order.amount, { locale }), name: order.name })}
      next={({ purchase: bought, transaction }) => nextOf(bought, transaction.createdAt, { locale, next, calendar, name })}
      done={(bought) => <PurchaseReceipt bought={bought} />}
      refusal={(refusal, order) => refusalText(refusal, order, locale, fail)}
    />
  );
}

interface PurchaseSteps {
  form: React.ReactNode;
  review: (order: PurchaseOrder) => React.ReactNode;
}

/** The form and its review, at a price that is refreshed continuously. */
function usePurchaseSteps(form: Form, pack: TreasuryPackage | undefined, state: ActionState<PurchaseOrder, unknown>): PurchaseSteps {
  const { data: treasury, error } = useServerState($treasury);
  const overview = useSection($walletOverview);
  const wallets = overview.kind === 'ready' ? overview.data.walletList : [];
  const wallet = wallets.find(({ walletType }) => walletType === pack?.walletType) ?? null;
  const draft = treasury && pack ? draftPurchase({ pack, treasury, form, wallet }) : null;
  const market18 = treasury?.jufPrice ?? null;
  const price18 = market18 === null || !pack ? null : discountedPrice18({ price18: market18, discountRate: pack.discountRate });
  const { seen, agree } = useFreshPrice(price18, treasury?.jufPriceAt ?? null);
  useFreshOrder(state, draft?.order ?? null);
  if (!treasury || !pack || !draft) return { form: null, review: () => <div className="dlg-body" aria-busy="true" /> };
  const isOld = error !== undefined && error !== null;
  const notice = seen && (
    <PriceNotice seen={seen} priceAt={treasury.jufPriceAt} isOld={isOld} juf={draft.quote?.juf ?? null} agree={agree} />
  );
  const filledIn = (
    <PurchaseForm key={pack.id} pack={pack} draft={draft} price18={price18} marketPrice18={market18} form={form}>
      {overview.kind === 'failed' && <FailureNotice failure={overview.failure} retry={refreshWallet} />}
      {notice}
    </PurchaseForm>
  );
  const canBuy = draft.order !== null && seen !== null && !needsConsent(seen);
  return {
    form: filledIn,
    review: (order) =>
      wallet === null ? (
        filledIn
      ) : (
        <PurchaseReview pack={pack} wallet={wallet} order={order} canBuy={canBuy}>
          {notice}
        </PurchaseReview>
      ),
  };
}

/** Members confirm what they see: a new price, or new terms, restart the review. */
function useFreshOrder(state: ActionState<PurchaseOrder, unknown>, order: PurchaseOrder | null): void {
  const isOutdated =
    state.step === 'reviewing' && order !== null && (order.marketPrice !== state.order.marketPrice || order.terms !== state.order.terms);
  useEffect(() => {
    if (isOutdated) purchaseAction.review(order);
  }, [isOutdated, order]);
}

interface NextWords {
  locale: string;
  next: Texts<'action'>['follow']['next'];
  calendar: Texts<'treasury'>['calendar'];
  name: string;
}

/** JUF a day, until when, and that day for the calendar. */
function nextOf(
  { id, juf, paid, vestingEndsAt }: DataOf<typeof purchaseTreasury>['purchase'],
  boughtAt: string,
  { locale, next, calendar, name }: NextWords,
): NextStep {
  const days = BigInt(Math.max(Math.round((Date.parse(vestingEndsAt) - Date.parse(boughtAt)) / DAY_MS), 1));
  const written = (value: bigint): string => formatAmount(value, { locale, fractionDigits: 2 });
  return {
    text: interpolate(next.vesting, { juf: written(juf / days), date: formatDate(vestingEndsAt, locale) }),
    act: 'toPurchases',
    date: {
      id,
      at: new Date(vestingEndsAt),
      summary: interpolate(calendar.summary, { name, juf: written(juf) }),
      description: interpolate(calendar.text, { date: formatLongDate(boughtAt, locale), paid: formatAmount(paid, { locale }) }),
    },
  };
}

/** The last digit shown of a price, in 10⁻¹⁸. */
const PRICE_STEP = 10n ** BigInt(18 - PRICE_DIGITS);

function refusalText(
  { code, detail }: ActionRefusal,
  { maxPrice }: PurchaseOrder,
  locale: string,
  texts: Texts<'treasury'>['fail'],
): string | undefined {
  const said = (name: string): bigint | undefined => z.safeParse(amount, detail?.[name]).data;
  const write = (figure: bigint): string => formatAmount(figure, { locale });
  const [price, available] = [said('price'), said('available')];
  // Rounded up: cut off, it could equal the limit that it is above.
  if (code === 'PRICE_MOVED' && price !== undefined)
    return interpolate(texts.priceMoved, { price: write(mulDivCeil(price, 1n, PRICE_STEP) * PRICE_STEP), limit: write(maxPrice) });
  if (code === 'INSUFFICIENT_BALANCE' && available !== undefined) return interpolate(texts.insufficient, { available: write(available) });
  return undefined;
}

/** Exact figures from the provider's response. */
function PurchaseReceipt({ bought }: { bought: DataOf<typeof purchaseTreasury> }) {
  const { success } = useTexts('treasury');
  const locale = useLocale();
  const { purchase, transaction } = bought;
  const lines: readonly LedgerLine[] = [
    { name: success.paid, value: <Figure isExact value={purchase.paid} unit="USDT" /> },
    {
      name: success.received,
      value: <Figure value={purchase.juf} unit="JUF" />,
    },
    {
      name: success.price,
      value: <Figure value={purchase.price} unit="USDT" fractionDigits={PRICE_DIGITS} />,
    },
    { name: success.unlocks, value: writeMoment(purchase.vestingEndsAt, locale) },
    { name: success.insured, value: purchase.insuranceId === undefined ? success.no : success.yes },
    {
      name: success.power,
      value: <Figure value={purchase.power} sign="+" fractionDigits={0} />,
    },
    { name: success.after, value: <Figure value={transaction.balanceAfter} unit="USDT" />, kind: 'sum' },
  ];
  return <Ledger lines={lines} />;
}
