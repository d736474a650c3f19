import type { FetcherStore } from '@nanostores/query';
import type { CallDefinition } from '../lib/api/contract/define-call.ts';
import type { z } from '../lib/api/contract/zod.ts';
import { callApi } from './api.ts';
import { createQuery } from './server-state.ts';
import { $sessionTag } from './session.ts';

/** A call that needs no input. */
interface Read<Shape extends z.core.$ZodShape> extends Pick<CallDefinition, 'method' | 'path' | 'auth' | 'errors'> {
  idempotent: false;
  output: z.ZodMiniObject<Shape>;
}

/** A query store of what a call tells the member, or whoever looks; `key` begins its key. */
export function readQuery<Shape extends z.core.$ZodShape>(key: string, call: Read<Shape>): FetcherStore<z.output<z.ZodMiniObject<Shape>>> {
  return createQuery([key, $sessionTag], { kept: call.output, fetcher: () => callApi(call, {}) });
}
