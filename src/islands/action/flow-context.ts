import { createContext, use } from 'react';
import type { ActionState } from '../../lib/action/action-state.ts';

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
