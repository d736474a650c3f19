import { z } from '../api/contract/zod.ts';
import { json, type Form, type Kept } from '../storage/kept.ts';

/** A confirmed, unsettled action as stored on the device: a retry must carry the same key and the same body. */
export interface PendingAction<Order, Body> {
  key: string;
  order: Order;
  body: Body;
  /** When it was confirmed, in ms since the epoch. */
  startedAtMs: number;
}

/** Its form: `order` reads what the screen shows again, `body` tells whether a body can be sent. */
export function pendingAction<Order, Body>(
  order: z.ZodMiniType<Order>,
  body: z.ZodMiniType<unknown, Body>,
): Form<PendingAction<Order, Body>> {
  const sent = z.custom<Body>((value) => z.safeParse(body, value).success);
  return json(z.object({ key: z.string(), order, body: sent, startedAtMs: z.number() }));
}

/** Another tab may have started the next one, which stays. */
export function dropPending<Order, Body>(pending: Kept<PendingAction<Order, Body>> | null, key: string): void {
  if (pending?.get()?.key === key) pending.set(null);
}
