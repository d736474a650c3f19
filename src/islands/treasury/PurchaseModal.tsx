import { definePart } from '../../lib/visit/define-part.ts';
import { useEffect, useRef } from 'react';
import type { ActionState } from '../../lib/action/action-state.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { $treasury, type PurchaseOrder } from '../../stores/treasury.ts';
import { usePart } from '../action/use-part.ts';
import { DialogHead } from '../dialog/DialogHead.tsx';
import { showModal } from '../dialog/show-modal.ts';
import { useDrawnAhead } from '../dialog/use-drawn-ahead.ts';
import { useTitleReadAnew } from '../dialog/use-title-read-anew.ts';
import { useTexts } from '../root/island.ts';
import { useServerState } from '../state/use-server-state.ts';
import { PurchaseSteps } from './PurchaseSteps.tsx';
import type { Bought } from './PurchaseFollow.tsx';
import type { PurchaseForm } from './use-purchase-form.ts';

/** The steps after the form: review and outcome. */
const stepsPart = definePart(async () => {
  const [{ PurchaseReview }, { PurchaseFollow }] = await Promise.all([import('./PurchaseReview.tsx'), import('./PurchaseFollow.tsx')]);
  return { PurchaseReview, PurchaseFollow };
});

interface PurchaseModalProps {
  form: PurchaseForm;
  state: ActionState<PurchaseOrder, Bought>;
}

/** The three dialogs of a purchase: it is made in the first and ends in one of the other two. */
export function PurchaseModal({ form, state: action }: PurchaseModalProps): React.JSX.Element {
  const { purchase, success, fail } = useTexts('treasury');
  const { data: treasury, error } = useServerState($treasury);
  const pack = treasury?.list.find(({ id }) => id === form.packageId);
  useDrawnAhead('treasury-purchase-modal', pack !== undefined);
  useOpenedByOutcome(action.step);

  const isReviewed = action.step === 'reviewing' || action.step === 'signing';
  const isFollowed = action.step !== 'idle' && !isReviewed;
  const name = action.step === 'idle' ? (pack?.name ?? '') : action.order.name;
  const title = isReviewed ? purchase.reviewTitle : purchase.title;
  const steps = usePart(stepsPart, action.step !== 'idle' ? 'now' : form.typed !== '' ? 'soon' : 'not yet');
  const fetching = (
    <div className="dlg-body">
      <p aria-busy="true" />
    </div>
  );
  const follow = steps ? <steps.PurchaseFollow state={action} begin={form.begin} /> : fetching;
  return (
    <>
      <Dialog
        name="treasury-purchase"
        title={interpolate(title, { name })}
        close={purchase.close}
        stage={action.step === 'idle' ? 'form' : steps === null ? 'fetching' : isFollowed ? 'follow' : 'review'}
      >
        {isFollowed && follow}
        {!isFollowed && treasury && pack && (
          <PurchaseSteps
            key={pack.id}
            pack={pack}
            treasury={treasury}
            isOld={error !== undefined && error !== null}
            form={form}
            state={action}
            Review={steps?.PurchaseReview ?? null}
          />
        )}
      </Dialog>
      <Dialog name="purchase-success" title={success.title} close={purchase.close} stage="">
        {action.step === 'done' && follow}
      </Dialog>
      <Dialog name="purchase-fail" title={fail.title} close={purchase.close} stage="">
        {action.step === 'refused' && follow}
      </Dialog>
    </>
  );
}

/** Shows how a purchase ended wherever the member is by then, and after a reload as soon as the page has loaded. */
function useOpenedByOutcome(step: string): void {
  const before = useRef(step);
  useEffect(() => {
    const from = before.current;
    before.current = step;
    if (from === step) return;
    if (step === 'done') showModal('purchase-success');
    if (step === 'refused') showModal('purchase-fail');
    if (step === 'unsure' && from === 'idle') showModal('treasury-purchase');
  }, [step]);
}

interface DialogProps {
  name: 'treasury-purchase' | 'purchase-success' | 'purchase-fail';
  title: string;
  close: string;
  /** The title is announced again when this changes while the dialog is open. */
  stage: string;
  children: React.ReactNode;
}

function Dialog({ name, title, close, stage, children }: DialogProps): React.JSX.Element {
  const heading = useTitleReadAnew(stage);
  return (
    <dialog id={`${name}-modal`} aria-labelledby={`${name}-title`}>
      <DialogHead id={`${name}-title`} title={title} close={close} heading={heading} />
      {children}
    </dialog>
  );
}
