import { HttpRequestError, RpcRequestError } from 'viem';

/** Whether the node refused, rather than not responding or limiting the rate. */
export function isRefusal(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof RpcRequestError) return true;
    if (cause instanceof HttpRequestError)
      return cause.status !== undefined && cause.status >= 400 && cause.status < 500 && cause.status !== 429;
  }
  return false;
}
