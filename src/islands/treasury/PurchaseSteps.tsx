import { useEffect } from 'react';
import type { ActionState } from '../../lib/action/action-state.ts';
import { fromDecimalString } from '../../lib/amount.ts';
import { discountedPrice18 } from '../../lib/treasury/price-purchase.ts';
import type { TreasuryList, TreasuryPackage } from '../../lib/treasury/treasury-types.ts';
import { needsConsent } from '../../lib/treasury/watch-price.ts';
import { purchaseAction, type PurchaseOrder } from '../../stores/treasury.ts';
import { $walletOverview, refreshWallet } from '../../stores/wallet.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { FailureNotice } from '../state/FailureNotice.tsx';
import { sectionState } from '../state/section-state.ts';
import { useServerState } from '../state/use-server-state.ts';
import { draftPurchase } from './draft-purchase.ts';
import { PriceNotice } from './PriceNotice.tsx';
import { PurchaseForm } from './PurchaseForm.tsx';
import type { PurchaseReview } from './PurchaseReview.tsx';
import { useFreshPrice } from './use-fresh-price.ts';
import type { PurchaseForm as Form } from './use-purchase-form.ts';

interface PurchaseStepsProps {
  form: Form;
  pack: TreasuryPackage;
  treasury: TreasuryList;
  /** The latest refresh of the prices failed. */
  isOld: boolean;
  state: ActionState<PurchaseOrder, unknown>;
  /** Null until loaded; the form stays visible until then. */
  Review: typeof PurchaseReview | null;
}

/** The purchase form and its review, at a price that is refreshed continuously. */
export function PurchaseSteps({ pack, treasury, isOld, form, state, Review }: PurchaseStepsProps): React.JSX.Element {
  const { amount } = useTexts('action');
  const locale = useLocale();
  const overview = sectionState(useServerState($walletOverview));
  const wallet =
    overview.kind === 'ready' ? (overview.data.walletList.find(({ walletType }) => walletType === pack.walletType) ?? null) : null;
  const draft = draftPurchase({ pack, treasury, form, wallet, locale, texts: amount });
  const market18 = treasury.jufPrice === null ? null : fromDecimalString(treasury.jufPrice, 18);
  const price18 = market18 === null ? null : discountedPrice18({ price18: market18, discountRate: pack.discountRate });
  const { watch, agree } = useFreshPrice(price18, treasury.jufPriceAt);
  useFreshOrder(state, draft.order);

  const notice = watch && (
    <PriceNotice watch={watch} priceAt={treasury.jufPriceAt} isOld={isOld} juf={draft.quote?.juf ?? null} agree={agree} />
  );
  const isReviewed = state.step === 'reviewing' || state.step === 'signing';
  if (isReviewed && wallet && Review) {
    const canBuy = draft.order !== null && watch !== null && !needsConsent(watch);
    return (
      <Review pack={pack} wallet={wallet} state={state} canBuy={canBuy}>
        {notice}
      </Review>
    );
  }
  return (
    <PurchaseForm pack={pack} draft={draft} price18={price18} marketPrice18={market18} form={form}>
      {overview.kind === 'failed' && <FailureNotice failure={overview.failure} retry={refreshWallet} />}
      {notice}
    </PurchaseForm>
  );
}

/** Members confirm what they see: a new price, or new terms, restart the review. */
function useFreshOrder(state: ActionState<PurchaseOrder, unknown>, order: PurchaseOrder | null): void {
  const isOutdated =
    state.step === 'reviewing' && order !== null && (order.marketPrice !== state.order.marketPrice || order.terms !== state.order.terms);
  useEffect(() => {
    if (isOutdated) purchaseAction.review(order);
  }, [isOutdated, order]);
}
