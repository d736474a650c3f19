import { definePart } from '../../lib/visit/define-part.ts';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { ActionRefusal, ActionState } from '../../lib/action/action-state.ts';
import { openDialog } from '../../lib/dialog/open-dialog.ts';
import type { MemberAction } from '../../stores/actions.ts';
import { $modals } from '../../stores/modals.ts';
import { $renewal } from '../../stores/renewal.ts';
import { useTexts } from '../root/island.ts';
import { Notice } from './Notice.tsx';
import { usePart } from './use-part.ts';
import { DialogHead } from '../dialog/DialogHead.tsx';
import { useDrawnAhead } from '../dialog/use-drawn-ahead.ts';
import { useTitleReadAnew } from '../dialog/use-title-read-anew.ts';

/**
 * Shows the outcome. Nothing can be confirmed until it has loaded: a member who just staked and sees only a loading failure might stake
 * again.
 */
const followPart = definePart(() => import('./ActionFollow.tsx'));

type Reviewing<Order, Data> = Extract<ActionState<Order, Data>, { step: 'reviewing' | 'signing' }>;

interface ActionDialogProps<Order, Data> {
  id: string;
  title: string;
  action: MemberAction<Order, Data>;
  /** The order the button would put under review. It is rendered ahead so that the click has little left to render. */
  ahead?: Order | null;
  /** Shown on the page, with a button to reopen the dialog, while the dialog is closed and the action is unsettled. */
  running: { text: string; show: string };
  review: (state: Reviewing<Order, Data>) => ReactNode;
  subject: (order: Order) => ReactNode;
  done: (data: Data, order: Order) => ReactNode;
  refusal?: (refusal: ActionRefusal, order: Order) => string | undefined;
}

/** The dialog of an action, from review to outcome. Opens automatically when there is something to see, even after a reload. */
export function ActionDialog<Order, Data>(props: ActionDialogProps<Order, Data>): React.JSX.Element {
  const { close } = useTexts('common');
  const { id, title, action, ahead = null, running, review } = props;
  const state = useStore(action.$state, { ssr: 'initial' });
  const dialog = useRef<HTMLDialogElement>(null);
  // The member closed the dialog while the action was in progress.
  const [isHidden, setHidden] = useState(false);
  const isOpen = state.step !== 'idle' && !isHidden;
  const isReviewed = state.step === 'reviewing' || state.step === 'signing';
  const reviewed = isReviewed ? state.order : state.step === 'idle' ? ahead : null;
  const problem = state.step === 'reviewing' ? state.problem : null;
  // Memoised so that opening reuses what was rendered ahead.
  const sheet = useMemo(
    () =>
      reviewed && review(state.step === 'signing' ? { step: 'signing', order: reviewed } : { step: 'reviewing', order: reviewed, problem }),
    [review, reviewed, problem, state.step === 'signing'],
  );
  const follow = usePart(followPart, state.step !== 'idle' ? 'now' : ahead === null ? 'not yet' : 'soon');
  // The review appears with the part that follows it.
  useDrawnAhead(id, ahead !== null && follow !== null);
  const heading = useTitleReadAnew(follow === null ? 'fetching' : isReviewed ? 'review' : 'follow');
  useEffect(() => {
    if (state.step === 'idle') setHidden(false);
  }, [state.step]);
  useEffect(() => {
    if (!dialog.current) return;
    if (isOpen) openDialog(dialog.current);
    else dialog.current.close();
  }, [isOpen]);

  const closed = (): void => {
    const { suspended } = $modals.get();
    // Made room for the wrong-chain modal or a sign-in, and will be reopened.
    if ((suspended !== null && id === `${suspended}-modal`) || $renewal.get() !== null) return;
    if (state.step === 'reviewing') action.change();
    else if (state.step === 'done' || state.step === 'refused') action.dismiss();
    else if (state.step !== 'idle') setHidden(true);
  };
  return (
    <>
      {isHidden && (
        <Notice kind="waiting" text={running.text}>
          <button type="button" className="btn btn-secondary" onClick={() => setHidden(false)}>
            {running.show}
          </button>
        </Notice>
      )}
      <dialog id={id} aria-labelledby={`${id}-title`} ref={dialog} onClose={closed}>
        <DialogHead id={`${id}-title`} title={title} close={close} heading={heading} />
        {follow !== null && sheet}
        {state.step !== 'idle' && follow === null && (
          <div className="dlg-body">
            <p aria-busy="true" />
          </div>
        )}
        {!isReviewed && follow !== null && (
          <follow.ActionFollow
            state={state}
            subject={props.subject}
            done={props.done}
            {...(props.refusal && { refusal: props.refusal })}
            retry={action.retry}
            dismiss={action.dismiss}
            change={action.change}
          />
        )}
      </dialog>
    </>
  );
}
