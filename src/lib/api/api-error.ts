import type { ErrorCode } from './contract/error-codes.ts';

/** The provider refused. `body` is the raw response, for fields that aren't in the contract. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** UNKNOWN_ERROR if the response has no code from the contract, such as a proxy's error page. */
  readonly code: ErrorCode | 'UNKNOWN_ERROR';
  readonly status: number;
  readonly detail: Record<string, unknown> | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly body: unknown;

  /** `message` is for the person, in the requested language; empty if the response had none. */
  constructor(message: string, answer: Pick<ApiError, 'code' | 'status' | 'detail' | 'requestId' | 'retryAfterSeconds' | 'body'>) {
    super(message);
    this.code = answer.code;
    this.status = answer.status;
    this.detail = answer.detail;
    this.requestId = answer.requestId;
    this.retryAfterSeconds = answer.retryAfterSeconds;
    this.body = answer.body;
  }
}

/** No response. The request may have arrived: repeat a call that moves value only with the same Idempotency-Key. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly code: 'UNREACHABLE' | 'TIMEOUT' | 'ABORTED';

  constructor(code: NetworkError['code'], cause: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** A successful response that violates the contract; nothing of it is used. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
  readonly code = 'ANSWER_INVALID';
  readonly status: number;
  readonly body: unknown;

  constructor(call: string, answer: { status: number; body: unknown; cause: unknown }) {
    super(`the answer to ${call} is not what the contract says`, { cause: answer.cause });
    this.status = answer.status;
    this.body = answer.body;
  }
}
