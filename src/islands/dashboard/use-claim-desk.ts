import { useEffect, useState } from 'react';
import { plainText } from '../../lib/storage/kept.ts';
import { $memberId, keptForMember } from '../../stores/member.ts';
import { definePart } from '../../lib/visit/define-part.ts';
import { usePart } from '../action/use-part.ts';
import type { ClaimLine } from './claim-lines.ts';

const deskPart = definePart(() => import('./ClaimDesk.tsx'));
type Desk = Awaited<ReturnType<typeof deskPart.load>>;

/** Names of the actions that the claim desk resumes. */
const CLAIMS = ['claim-vested', 'claim-roi', 'claim-bonus', 'privilege', 'claim-points', 'claim-all'];

interface ClaimDeskHandle {
  /** Null until loaded. */
  dialogs: Desk | null;
  /** The claims of the button pressed last; a new array on each press. */
  asked: readonly ClaimLine[] | null;
  /** Call when a button is about to be pressed. */
  prepare: () => void;
  open: (lines: readonly ClaimLine[]) => void;
}

/** Loads the claim dialogs when a button is hovered or focused, and at once if a claim was left unsettled. */
export function useClaimDesk(): ClaimDeskHandle {
  const [asked, setAsked] = useState<readonly ClaimLine[] | null>(null);
  const [isReached, setReached] = useState(false);
  const [isPending, setPending] = useState(false);
  useEffect(() => $memberId.subscribe(() => setPending(CLAIMS.some((name) => keptForMember('pending', plainText, name)?.get()))), []);
  const dialogs = usePart(deskPart, asked !== null || isPending ? 'now' : isReached ? 'soon' : 'not yet');
  return { dialogs, asked, prepare: () => setReached(true), open: (lines) => setAsked([...lines]) };
}
