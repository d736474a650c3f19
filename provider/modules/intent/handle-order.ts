import { hashTypedData } from 'viem';
import { composeOrderIntent, type OrderedItem } from '../../../src/lib/api/contract/order-intent.ts';
import type { orderIntent } from '../../../src/lib/api/contract/order-terms.ts';
import type { BodyOf, CallDefinition, DataOf } from '../../../src/lib/api/contract/define-call.ts';
import { intentDomain } from '../../../src/lib/api/contract/transfer-intent.ts';
import type { z } from '../../../src/lib/api/contract/zod.ts';
import type { Economy } from '../../economy.ts';
import { type CallContext, handleOnce, type MovingContext, type OnceHandler } from '../../http/handler.ts';
import { createSpend, type Spend, useIntent } from './spend.ts';
import { requireSignature } from './require-signed.ts';

type Intent = z.output<typeof orderIntent>;
type OrderCall = CallDefinition & { auth: 'session'; idempotent: true; body: { shape: { intent: typeof orderIntent } } };
type OrderBody = { intent?: Intent };

interface OrderParts<Definition extends OrderCall> {
  validate?: (context: CallContext<Definition>) => void;
  /** What the wallet shows and signs for this call; refuses what the terms don't offer. */
  describe: (body: BodyOf<Definition>, economy: Economy) => OrderedItem;
  /** Carries out the order. Calls `spend` with all it costs, before anything is posted. */
  handle: (context: MovingContext<Definition>, spend: Spend) => Promise<DataOf<Definition>>;
}

/**
 * Defines the handler of a call by which a member spends or locks what can't be had back: with an intent that the member's wallet signed, and without one
 * up to the limit of the terms. In `handlers.ts` in place of `handleOnce`.
 */
export function handleOrder<Definition extends OrderCall>({ validate, describe, handle }: OrderParts<Definition>): OnceHandler<Definition> {
  return handleOnce<Definition>({
    ...(validate === undefined ? {} : { validate }),
    prepare: async ({ services, session, body }) => {
      const intent = intentOf(body);
      if (intent === undefined) return;
      const { signature, ...signed } = intent;
      const { site, economy } = services;
      const by = session.member.address;
      await requireSignature(services, { by, deadline: signed.deadline, signature }, () =>
        hashTypedData(composeOrderIntent(intentDomain(site.uri, site.chainId), { ...describe(body, economy), ...signed, member: by })),
      );
    },
    claim: async ({ transaction, session, body }) => {
      const intent = intentOf(body);
      if (intent !== undefined) await useIntent(transaction, { memberId: session.member.id, ...intent });
    },
    handle: (context) => {
      const { transaction, services, session, body } = context;
      const spend = createSpend(transaction, services, { memberId: session.member.id, maxTotal: intentOf(body)?.maxTotal });
      return handle(context, spend);
    },
  });
}

function intentOf(body: OrderBody): Intent {
  return body.intent;
}
