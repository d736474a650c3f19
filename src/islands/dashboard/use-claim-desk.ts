import { useEffect, useState } from 'react';
import { deviceStorage } from '../../lib/storage/safe-storage.ts';
import { pendingPrefix } from '../../lib/storage/storage-keys.ts';
import { type Later, useLater } from '../action/use-later.ts';
import type { ClaimLine } from './claim-lines.ts';

const loadDesk = () => import('./ClaimDesk.tsx');
type Desk = Awaited<ReturnType<typeof loadDesk>>;

/** Names of the actions that the claim desk resumes. */
const CLAIMS = /:(claim-vested|claim-roi|claim-bonus|privilege|claim-points|claim-all)$/;

interface ClaimDeskHandle extends Later<Desk> {
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
  useEffect(() => setPending(deviceStorage.keys().some((key) => key.startsWith(pendingPrefix) && CLAIMS.test(key))), []);
  const later = useLater(loadDesk, asked !== null || isPending ? 'now' : isReached ? 'soon' : 'not yet');
  return { ...later, asked, prepare: () => setReached(true), open: (lines) => setAsked([...lines]) };
}
