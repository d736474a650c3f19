import type { FetchResponse } from 'ofetch';
import { AnswerError, ApiError } from './api-error.ts';
import type { CallDefinition, DataOf } from './contract/define-call.ts';
import { isErrorCode } from './contract/error-codes.ts';
import { z } from './contract/zod.ts';

type Answer = Pick<FetchResponse<unknown>, 'status' | 'headers' | '_data'>;

/** Returns a response's `data`, validated against the contract. Throws ApiError for a refusal and AnswerError for an invalid response. */
export function readData<Definition extends CallDefinition>(definition: Definition, answer: Answer): DataOf<Definition> {
  const { status, _data: body = '' } = answer;
  if (status >= 400) throw readRefusal(answer, body);
  const fail = (cause: unknown): never => {
    throw new AnswerError(`${definition.method} ${definition.path}`, { status, body, cause });
  };
  if (!isRecord(body) || body['code'] !== 0) return fail(undefined);
  const output: Definition['output'] = definition.output;
  const reading = z.safeParse(output, body['data']);
  return reading.success ? reading.data : fail(reading.error);
}

function readRefusal({ status, headers }: Answer, body: unknown): ApiError {
  const fields = isRecord(body) ? body : {};
  const { code, message, detail, requestId } = fields;
  const retryAfter = headers.get('retry-after') ?? '';
  return new ApiError(typeof message === 'string' ? message : '', {
    status,
    code: isErrorCode(code) ? code : 'UNKNOWN_ERROR',
    detail: isRecord(detail) ? detail : undefined,
    requestId: typeof requestId === 'string' ? requestId : undefined,
    retryAfterSeconds: /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined,
    body,
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text itself if it isn't JSON. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
