import { BaseError, RpcRequestError } from 'viem';

/** What a node said when it refused. */
export interface NodeRefusal {
  message: string;
  data: unknown;
}

/** What the node said of a question that it refuses, such as a call that reverts; null where it did not answer, or not as a node does. */
export function nodeRefusal(thrown: unknown): NodeRefusal | null {
  const refusal = thrown instanceof BaseError ? thrown.walk((cause) => cause instanceof RpcRequestError) : null;
  return refusal instanceof RpcRequestError ? { message: refusal.details, data: refusal.data } : null;
}
