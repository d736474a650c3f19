import type { DataOf } from '../lib/api/contract/define-call.ts';
import { serviceTerms } from '../lib/api/contract/public-service.ts';
import { z } from '../lib/api/contract/zod.ts';
import { answerPart } from './answer-part.ts';
import { callApi } from './api.ts';
import { orLacking } from './or-lacking.ts';
import { createQuery } from './server-state.ts';

type Terms = DataOf<typeof serviceTerms>;

const $terms = createQuery<Terms | null>(['dashboard/terms'], {
  kept: z.nullable(serviceTerms.output),
  fetcher: () => orLacking(() => callApi(serviceTerms, {}), null),
});

/** What can be done with USDT now; null if the provider doesn't say. */
export const $waysOffered = answerPart($terms, (terms) => terms?.ways ?? null);

/** US dollars that a session may spend and lock within 24 hours without the wallet's signature; null if nothing, or if the provider doesn't say. */
export const $unsignedUsd = answerPart($terms, (terms) => {
  const most = terms?.orders?.unsignedUsd ?? 0n;
  return most > 0n ? most : null;
});
