import type { ErrorCode } from '../../src/lib/api/contract/error-codes.ts';

/** An expected refusal. Its text for people is in the locales, under the code. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly detail: Record<string, unknown> | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, options: { detail?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown } = {}) {
    super(code, { cause: options.cause });
    this.code = code;
    this.detail = options.detail;
    this.headers = options.headers ?? {};
  }
}
