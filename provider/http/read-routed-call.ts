import { Refusal } from './refusal.ts';

/** The call that router mode puts into headers: `X-Api-Call: GET /staking/info`, with the query percent-encoded in `X-Api-Query`. */
export function readRoutedCall(headers: Headers): { method: string; path: string; search: string } {
  const [, method, path] = /^([A-Z]{1,10}) (\/[^\s?#]{0,200})$/.exec(headers.get('x-api-call') ?? '') ?? [];
  if (method === undefined || path === undefined) throw new Refusal('NOT_FOUND');
  return { method, path, search: headers.get('x-api-query') ?? '' };
}
