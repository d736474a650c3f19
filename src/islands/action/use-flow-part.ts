import { useState } from 'react';
import type { ActionState } from '../../lib/action/action-state.ts';
import type { Part } from '../../lib/visit/define-part.ts';
import type { MemberAction } from '../../stores/actions.ts';
import { usePart, type Wanted } from './use-part.ts';
import { useShown } from '../state/use-shown.ts';

/** Says that the button is working until the flow has come. */
export interface FlowButton {
  'aria-busy': boolean;
  onPointerEnter: () => void;
  onFocus: () => void;
}

export interface FlowPart<Module, Order, Data> {
  /** The part with the action's ActionFlow; null until it has come. */
  flow: Module | null;
  state: ActionState<Order, Data>;
  /** For whatever puts an order under review. */
  button: FlowButton;
  /** For one of several buttons, by the orders that are its own. */
  buttonOf: (isOwn: (order: Order) => boolean) => FlowButton;
}

/** The flow of an action, fetched when somebody reaches for its button. An order under review before that isn't lost: the flow shows it. */
export function useFlowPart<Module extends object, Order, Data>(
  part: Part<Module>,
  action: MemberAction<Order, Data>,
  wanted: Wanted = 'not yet',
): FlowPart<Module, Order, Data> {
  const state = useShown(action.$state);
  const [isReached, setReached] = useState(false);
  const isNow = state.step !== 'idle' || wanted === 'now';
  const flow = usePart(part, isNow ? 'now' : isReached ? 'soon' : wanted);
  const reach = (): void => setReached(true);
  const button = { 'aria-busy': flow === null && isNow, onPointerEnter: reach, onFocus: reach };
  const buttonOf = (isOwn: (order: Order) => boolean): FlowButton => ({
    ...button,
    'aria-busy': button['aria-busy'] && state.step !== 'idle' && isOwn(state.order),
  });
  return { flow, state, button, buttonOf };
}
