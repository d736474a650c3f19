import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ActionRefusal, ActionState } from '../../lib/action/action-state.ts';
import type { MemberAction } from '../../stores/actions.ts';
import { $modals } from '../../stores/modals.ts';
import { ActionFollow } from '../action/ActionFollow.tsx';
import type { ActionTexts } from '../action/action-texts.ts';
import { Notice } from '../action/Notice.tsx';
import { DialogHead } from '../dialog/DialogHead.tsx';

type Reviewing<Order, Data> = Extract<ActionState<Order, Data>, { step: 'reviewing' | 'signing' }>;

interface ActionDialogProps<Order, Data> {
  /** Of the dialog. */
  id: string;
  title: string;
  action: MemberAction<Order, Data>;
  texts: { action: Pick<ActionTexts, 'review' | 'follow'>; close: string };
  /** Said on the page while the dialog is closed and the action not settled, with a button that opens it again. */
  running: { text: string; show: string };
  review: (state: Reviewing<Order, Data>) => ReactNode;
  subject: (order: Order) => ReactNode;
  done: (data: Data, order: Order) => ReactNode;
  refusal?: (refusal: ActionRefusal, order: Order) => string | undefined;
}

/** The dialog of an action, from the review to its end. It opens by itself when there is something to see, after a reload too. */
export function ActionDialog<Order, Data>(props: ActionDialogProps<Order, Data>): React.JSX.Element {
  const { id, title, action, texts, running, review } = props;
  const state = useStore(action.$state, { ssr: 'initial' });
  const dialog = useRef<HTMLDialogElement>(null);
  // Put away by the person while it goes on.
  const [isHidden, setHidden] = useState(false);
  const isOpen = state.step !== 'idle' && !isHidden;
  useEffect(() => {
    if (state.step === 'idle') setHidden(false);
  }, [state.step]);
  useEffect(() => {
    if (isOpen && dialog.current?.open === false) dialog.current.showModal();
    if (!isOpen) dialog.current?.close();
  }, [isOpen]);

  const closed = (): void => {
    const { suspended } = $modals.get();
    // Put aside by the modal of the wrong chain, which gives it back.
    if (suspended !== null && id === `${suspended}-modal`) return;
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
        <DialogHead id={`${id}-title`} title={title} close={texts.close} />
        {state.step === 'reviewing' || state.step === 'signing' ? (
          review(state)
        ) : (
          <ActionFollow
            state={state}
            texts={texts.action}
            subject={props.subject}
            done={props.done}
            {...(props.refusal && { refusal: props.refusal })}
            ask={action.ask}
            dismiss={action.dismiss}
            change={action.change}
          />
        )}
      </dialog>
    </>
  );
}
