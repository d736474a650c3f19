import { expect, it } from 'vitest';
import { type ActionState, reduceAction } from '../../../src/lib/action/action-state.ts';

it.each(['CHANGE', 'DISMISS'] as const)('%s returns the same idle state, so that nothing re-renders', (type) => {
  const idle: ActionState<string, string> = { step: 'idle' };
  expect(reduceAction(idle, { type })).toBe(idle);
  expect(reduceAction<string, string>({ step: 'reviewing', order: 'a', problem: null }, { type })).toEqual(idle);
});
