type Listener = (isPrompting: boolean) => void;

const listeners = new Set<Listener>();
let open = 0;

/**
 * Runs a request that may open a wallet's prompt. All such requests go through here, so that the page knows when a prompt is open and hides its overlay.
 */
export async function whilePrompting<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  count(1);
  try {
    return await request();
  } finally {
    count(-1);
  }
}

/** Calls back now, and each time the first prompt opens or the last one closes. Returns an unsubscribe function. */
export function onWalletPrompts(listener: Listener): () => void {
  listeners.add(listener);
  listener(open > 0);
  return () => void listeners.delete(listener);
}

function count(change: 1 | -1): void {
  const before = open > 0;
  open += change;
  if (open > 0 !== before) for (const listener of listeners) listener(open > 0);
}
