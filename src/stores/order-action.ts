import { atom, computed } from 'nanostores';
import { ApiError, NetworkError } from '../lib/api/api-error.ts';
import { orderTerms, type orderIntent } from '../lib/api/contract/order-terms.ts';
import { amount, count, text, usd, walletType } from '../lib/api/contract/scalars.ts';
import { z } from '../lib/api/contract/zod.ts';
import { definePart } from '../lib/visit/define-part.ts';
import { type ActionDefinition, defineAction, type MemberAction } from './actions.ts';
import { callApi } from './api.ts';
import { orLacking } from './or-lacking.ts';
import { createQuery } from './server-state.ts';
import { $sessionTag } from './session.ts';

const toSign = z.object({ order: text, token: walletType, item: text, maxTotal: amount });
/** What the wallet shows and signs for an order that can't be undone, if it is asked. Missing in orders that an earlier build stored. */
export const signs = z.optional(toSign);
export type ToSign = z.output<typeof toSign>;

type Intent = z.output<typeof orderIntent>;

/** What can be ordered without the wallet; a token's amount is null if nothing can. */
interface Unsigned {
  left: Partial<Record<ToSign['token'], bigint | null | undefined>>;
  maxDeadlineSeconds: number;
  /** US dollars within 24 hours; null if the provider doesn't say. */
  limitUsd: bigint | null;
}

const refusal = z.object({ walletType, left: z.nullable(amount), limitUsd: z.optional(usd), maxDeadlineSeconds: count });
/** With a provider that asks for no signature, or says so only when it refuses. */
const NEVER_ASKED: Unsigned = { left: {}, maxDeadlineSeconds: 600, limitUsd: null };

const ofToken = z.optional(z.nullable(amount));

const $orderTerms = createQuery<Unsigned>(['wallet/orderTerms:', $sessionTag], {
  kept: z.object({ left: z.object({ JU: ofToken, JUF: ofToken, USDT: ofToken }), maxDeadlineSeconds: count, limitUsd: z.nullable(usd) }),
  fetcher: () =>
    orLacking(async () => {
      const { left, limitUsd, intent } = await callApi(orderTerms, {});
      return { left, maxDeadlineSeconds: intent.maxDeadlineSeconds, limitUsd };
    }, NEVER_ASKED),
});

/** What refusals have said. On this page it counts more than the terms, which may have been read before: in doubt, the wallet is asked. */
const $refused = atom<Unsigned | null>(null);

const $unsigned = computed([$orderTerms, $refused], ({ data = NEVER_ASKED }, said): Unsigned => ({
  ...data,
  ...said,
  left: { ...data.left, ...said?.left },
}));

/** What can be ordered without the wallet within 24 hours, in US dollars; null if the provider doesn't say. */
export const $unsignedLimit = computed($unsigned, ({ limitUsd }) => limitUsd);

/** Whether the wallet has to sign an order. Subscribing reads the terms. */
export const $isAsked = computed($unsigned, ({ left }) => (order: ToSign | undefined): boolean => {
  const most = order && left[order.token];
  if (order === undefined || most === undefined) return false;
  return most === null || order.maxTotal > most;
});

type OrderDefinition<Order, Body, Data> = Omit<ActionDefinition<Order, Body, Data>, 'compose'> & { compose: (order: Order) => Body };

/**
 * Defines an action by which a member spends or locks what can't be had back. Where the provider asks for it, or has refused it without, the member's
 * wallet signs it, so that a stolen session alone can't do much.
 */
export function defineOrderAction<Order extends { signs?: ToSign | undefined }, Body extends { intent?: Intent }, Data>(
  definition: OrderDefinition<Order, Body, Data>,
): MemberAction<Order, Data> {
  return defineAction<Order, Body, Data>({
    ...definition,
    compose: (order) => {
      const body = definition.compose(order);
      return order.signs !== undefined && $isAsked.get()(order.signs) ? withIntent(body, order.signs) : body;
    },
    send: (body, options) =>
      definition.send(body, options).catch((error: unknown) => {
        noteRefusal(error);
        throw error;
      }),
  });
}

const signingPart = definePart(() => import('./sign-order.ts'));

async function withIntent<Body>(body: Body, order: ToSign): Promise<Body & { intent: Intent }> {
  const { signOrder } = await signingPart.load().catch((error: unknown) => {
    throw new NetworkError('UNREACHABLE', error);
  });
  return { ...body, intent: await signOrder(order, $unsigned.get().maxDeadlineSeconds) };
}

function noteRefusal(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'INTENT_REQUIRED') return;
  const { data } = z.safeParse(refusal, error.detail);
  if (!data) return;
  const { walletType: token, left, maxDeadlineSeconds, limitUsd = $unsigned.get().limitUsd } = data;
  $refused.set({ left: { ...$refused.get()?.left, [token]: left }, maxDeadlineSeconds, limitUsd });
}
