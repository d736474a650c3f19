import { BaseError, RpcRequestError } from 'viem';

/** A node's error when it refuses. */
export interface NodeRefusal {
  message: string;
  data: unknown;
}

/** The node's error for a refused request, such as a reverting call; null if it didn't answer, or not like a node. */
export function nodeRefusal(thrown: unknown): NodeRefusal | null {
  const refusal = thrown instanceof BaseError ? thrown.walk((cause) => cause instanceof RpcRequestError) : null;
  return refusal instanceof RpcRequestError ? { message: refusal.details, data: refusal.data } : null;
}
