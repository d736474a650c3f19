import { computed, type ReadableAtom } from 'nanostores';
import type { DataOf } from '../lib/api/contract/define-call.ts';
import { serviceTerms } from '../lib/api/contract/public-service.ts';
import type { WaysOffered } from '../lib/ways.ts';
import { z } from '../lib/api/contract/zod.ts';
import { callApi } from './api.ts';
import { orLacking } from './or-lacking.ts';
import { createQuery, type ServerState } from './server-state.ts';

type Terms = DataOf<typeof serviceTerms>;

const $terms = createQuery<Terms | null>(['dashboard/terms'], {
  kept: z.nullable(serviceTerms.output),
  fetcher: () => orLacking(() => callApi(serviceTerms, {}), null),
});

/** What can be done with USDT now; null if the provider doesn't say. */
export const $waysOffered = partOf<WaysOffered>((terms) => terms?.ways);

/** US dollars that a session may spend and lock within 24 hours without the wallet's signature; null if nothing, or if the provider doesn't say. */
export const $unsignedUsd = partOf<bigint>((terms) => {
  const most = terms?.orders?.unsignedUsd ?? 0n;
  return most > 0n ? most : undefined;
});

function partOf<Part>(pick: (terms: Terms | null) => Part | undefined): ReadableAtom<ServerState<Part | null>> {
  return computed($terms, ({ data, error, loading }): ServerState<Part | null> => ({
    data: data === undefined ? undefined : (pick(data) ?? null),
    error: error as unknown,
    loading,
  }));
}
