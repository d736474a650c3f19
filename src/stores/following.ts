import { definePart } from '../lib/visit/define-part.ts';

/** What follows transactions on the chain: wanted once one is on its way, or looked at. */
export const followingPart = definePart(() => import('./transactions.ts'));
