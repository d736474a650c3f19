import { type ErrorCode } from './contract/error-codes.ts';

/** The provider refused. `body` is its answer as it came, for who needs more than the fields the contract names. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** UNKNOWN_ERROR when the answer carried no code of the contract, as a proxy's error page. */
  readonly code: ErrorCode | 'UNKNOWN_ERROR';
  readonly status: number;
  readonly detail: Record<string, unknown> | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly body: unknown;

  /** `message` is what a person reads, in the language that was asked for; empty when the answer had none. */
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

/** No answer came. Whether the request arrived is not known: a call that moves value is repeated with the same Idempotency-Key only. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly code: 'UNREACHABLE' | 'TIMEOUT' | 'ABORTED';

  constructor(code: NetworkError['code'], cause: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** A success that is not what the contract says; nothing of it is used. */
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
