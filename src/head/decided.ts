/** Dispatched at the window once `jufiArrival` is there; for a prerendered page, that is when it's activated. */
export const DECIDED = 'jufi:decided';
