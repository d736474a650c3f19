import { createContext, type ReactNode, type RefObject, use, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ActionState } from '../../lib/action/action-state.ts';
import { openDialog } from '../../lib/dialog/open-dialog.ts';
import type { MemberAction } from '../../stores/actions.ts';
import { $modals, closeModal, isOpen, type ModalName, openModal } from '../../stores/modals.ts';
import { showToast } from '../../stores/toasts.ts';
import { $renewal } from '../../stores/wallet-flow.ts';
import { DialogHead } from '../dialog/DialogHead.tsx';
import { useTexts } from '../root/island.ts';
import { ActionFollow, type FollowSteps, useOutcome } from './ActionFollow.tsx';
import { Notice } from './Notice.tsx';
import { useShown } from '../state/use-shown.ts';

interface FlowSteps<Order, Data> extends FollowSteps<Order, Data> {
  action: MemberAction<Order, Data>;
  title: string;
  /** A ReviewSheet. */
  review: (order: Order) => ReactNode;
}

interface Panel {
  as: 'panel';
  name: string;
}

/** The dialog of an order that the page has a form or a button for. It opens itself as long as there is something to see, even after a reload. */
interface OwnDialog {
  as: 'dialog';
  name: string;
  /** Shown on the page, with a button to reopen the dialog, while the dialog is closed and the action is unsettled. */
  running: { text: string; show: string };
  /** For what costs nothing, can't be lost, and was confirmed by its button: said in a toast, in place of review and receipt. */
  toast?: string;
}

/** A dialog that begins with a form, opened by `openModal`. */
interface FormDialog {
  as: 'dialog';
  name: ModalName;
  form: ReactNode;
  /** Dialogs of their own for how it ends, which open wherever the member is by then. */
  ends?: Record<'done' | 'refused', { name: ModalName; title: string }>;
}

/** An act that moves value, from its form or review to its outcome, in a dialog or in place. */
export function ActionFlow<Order, Data>(flow: FlowSteps<Order, Data> & (Panel | OwnDialog | FormDialog)) {
  useToastWhenDone(flow.action, 'toast' in flow ? flow.toast : undefined);
  if (flow.as === 'panel') return <FlowPanel {...flow} />;
  return 'form' in flow ? <FlowFormDialog {...flow} /> : <FlowDialog {...flow} />;
}

/** Beside the receipt, and only when it happens: a receipt that is opened again was told already. A toast in its place is always shown. */
function useToastWhenDone<Order, Data>({ $state }: MemberAction<Order, Data>, instead?: string): void {
  const { doneTitle } = useTexts('action').follow;
  const state = useShown($state);
  const outcome = useOutcome(state);
  const isDone = state.step === 'done' && outcome === 'POSTED';
  const wasDone = useRef(isDone && instead === undefined);
  useEffect(() => {
    if (isDone && !wasDone.current) showToast({ kind: 'success', message: instead ?? doneTitle });
    wasDone.current = isDone;
  }, [isDone, doneTitle, instead]);
}

function FlowPanel<Order, Data>(flow: FlowSteps<Order, Data> & Panel) {
  const { step } = useShown(flow.action.$state);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (step === 'reviewing') heading.current?.focus();
  }, [step]);
  return (
    <section className="review-panel" aria-labelledby={`${flow.name}-title`}>
      <h3 id={`${flow.name}-title`} ref={heading} tabIndex={-1}>
        {flow.title}
      </h3>
      <Steps {...flow} change={flow.action.change} dismiss={flow.action.dismiss} />
    </section>
  );
}

function FlowDialog<Order, Data>(flow: FlowSteps<Order, Data> & OwnDialog) {
  const { name, title, action, running, toast } = flow;
  const state = useShown(action.$state);
  const { step } = state;
  const isQuiet = toast !== undefined && goesSmoothly(state);
  const isOver = isQuiet && step === 'done';
  useEffect(() => {
    if (isOver) action.dismiss();
  }, [isOver, action]);
  // The member closed the dialog while the action was in progress.
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    if (step === 'idle') setHidden(false);
  }, [step]);
  return (
    <>
      {isHidden && (
        <Notice kind="waiting" text={running.text}>
          <button type="button" className="btn btn-secondary" onClick={() => setHidden(false)}>
            {running.show}
          </button>
        </Notice>
      )}
      <Dialog
        name={name}
        title={title}
        stage={stageOf(step)}
        isOpen={step !== 'idle' && !isHidden && !isQuiet}
        onClose={() => leave(action) || setHidden(true)}
      >
        <Steps {...flow} change={action.change} dismiss={action.dismiss} />
      </Dialog>
    </>
  );
}

/** Nothing about it has to be read: it is being sent, or was carried out. */
function goesSmoothly(state: ActionState<unknown, unknown>): boolean {
  if (state.step === 'reviewing') return state.problem === null;
  return state.step === 'sending' || (state.step === 'done' && !state.isEarlier);
}

function FlowFormDialog<Order, Data>(flow: FlowSteps<Order, Data> & FormDialog) {
  const { name, title, action, form, ends } = flow;
  const { step } = useShown(action.$state);
  const { open, suspended } = useShown($modals);
  const all = ends ? [{ name, title }, ends.done, ends.refused] : [{ name, title }];
  const shown = (ends && (step === 'done' || step === 'refused') ? ends[step] : undefined) ?? { name, title };
  // It may have been loaded for what a reload left open.
  const before = useRef<typeof step>('idle');
  useLayoutEffect(() => {
    const from = before.current;
    before.current = step;
    if (ends && from !== step && (step === 'done' || step === 'refused' || (step === 'unsure' && from === 'idle'))) openModal(shown.name);
  }, [step, ends, shown.name]);
  const change = (): void => {
    action.change();
    openModal(name);
  };
  const dismiss = (): void => {
    action.dismiss();
    closeModal(shown.name);
  };
  const dialogs = all.map((dialog) => (
    <Dialog
      key={dialog.name}
      {...dialog}
      stage={stageOf(step)}
      isOpen={dialog.name === open}
      // One that makes room for the next step's isn't left.
      onClose={() => dialog.name === shown.name && leave(action)}
    >
      {dialog.name === shown.name &&
        (step === 'idle' ? (open === name || suspended === name) && form : <Steps {...flow} change={change} dismiss={dismiss} />)}
    </Dialog>
  ));
  return <>{dialogs}</>;
}

/** Whether the action is over, or back at its form; false if it goes on. */
function leave<Order, Data>(action: MemberAction<Order, Data>): boolean {
  const { step } = action.$state.get();
  if (step === 'reviewing') action.change();
  if (step === 'done' || step === 'refused') action.dismiss();
  return action.$state.get().step === 'idle';
}

type Stage = 'form' | 'review' | 'follow';

function stageOf(step: ActionState<unknown, unknown>['step']): Stage {
  return step === 'idle' ? 'form' : step === 'reviewing' || step === 'signing' ? 'review' : 'follow';
}

interface DialogProps {
  name: string;
  title: string;
  stage: Stage;
  isOpen: boolean;
  /** The member left it. */
  onClose: () => void;
  children: ReactNode;
}

function Dialog({ name, title, stage, isOpen: isShown, onClose, children }: DialogProps) {
  const { close } = useTexts('common');
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useTitleReadAnew(stage);
  // Before the next frame, so that a step never leaves an empty dialog to the eye.
  useLayoutEffect(() => {
    if (!dialog.current) return;
    if (isShown) openDialog(dialog.current);
    else dialog.current.close();
  }, [isShown]);
  const closed = (): void => {
    // Made room for the wrong-chain modal or a sign-in, and will be reopened.
    if (!dialog.current?.open && !isOpen(name) && $renewal.get() === null) onClose();
  };
  return (
    <dialog id={`${name}-modal`} aria-labelledby={`${name}-title`} ref={dialog} onClose={closed}>
      <DialogHead id={`${name}-title`} title={title} close={close} heading={heading} />
      {children}
    </dialog>
  );
}

type StepsProps<Order, Data> = FlowSteps<Order, Data> & Pick<Panel | OwnDialog, 'as'> & Record<'change' | 'dismiss', () => void>;

function Steps<Order, Data>(props: StepsProps<Order, Data>) {
  const { as, action, review } = props;
  const state = useShown(action.$state);
  const flow = useMemo(() => ({ state, confirm: () => action.confirm(), change: action.change }), [state, action]);
  return (
    <FlowContext value={flow}>
      {state.step === 'reviewing' || state.step === 'signing' ? (
        review(state.order)
      ) : (
        <ActionFollow {...props} state={state} isInDialog={as === 'dialog'} retry={action.retry} />
      )}
    </FlowContext>
  );
}

/**
 * Returns a ref for a dialog's title. Moves the focus there when the stage changes while the dialog is open, so that screen readers
 * announce it.
 */
function useTitleReadAnew(stage: string): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (title.current?.closest('dialog')?.open) title.current.focus();
  }, [stage]);
  return title;
}

interface Flow {
  state: ActionState<unknown, unknown>;
  confirm: () => Promise<void>;
  /** Returns to the form. */
  change: () => void;
}

/** The action whose steps are shown, for its ReviewSheet. */
export const FlowContext = createContext<Flow | null>(null);

export function useFlow(): Flow {
  const flow = use(FlowContext);
  if (flow === null) throw new Error('A review is part of an ActionFlow');
  return flow;
}
