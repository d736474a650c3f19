import { computed, type ReadableAtom } from 'nanostores';
import type { DataOf } from '../lib/api/contract/define-call.ts';
import { serviceTerms } from '../lib/api/contract/public-service.ts';
import type { WaysOffered } from '../lib/ways.ts';
import { callApi } from './api.ts';
import { orLacking } from './or-lacking.ts';
import { createQuery, type ServerState } from './server-state.ts';

type Terms = DataOf<typeof serviceTerms>;

const $terms = createQuery<Terms | null>(['dashboard/terms'], { fetcher: () => orLacking(() => callApi(serviceTerms, {}), null) });

/** What can be done with USDT now; null if the provider doesn't say. */
export const $waysOffered = partOf<WaysOffered>((terms) => terms?.ways);

/** US dollars that a session may spend and lock within 24 hours without the wallet's signature; null if nothing, or if the provider doesn't say. */
export const $unsignedUsd = partOf<string>((terms) =>
  /[1-9]/.test(terms?.orders?.unsignedUsd ?? '') ? terms?.orders?.unsignedUsd : undefined,
);

function partOf<Part>(pick: (terms: Terms | null) => Part | undefined): ReadableAtom<ServerState<Part | null>> {
  return computed($terms, ({ data, error, loading }): ServerState<Part | null> => ({
    data: data === undefined ? undefined : (pick(data) ?? null),
    error: error as unknown,
    loading,
  }));
}
