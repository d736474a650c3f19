import type { CallDefinition } from '../../src/lib/api/contract/define-call.ts';
import { errorStatuses, type ErrorCode } from '../../src/lib/api/contract/error-codes.ts';
import { errorsOf } from '../../src/lib/api/contract/errors-of.ts';
import { describeSchema } from './describe-schema.ts';
import type { JsonSchema, OperationResponse } from './document.ts';

/** A call's success response and, by status, all refusals it can give. */
export function describeAnswers(call: CallDefinition, schemas: Record<string, JsonSchema>): Record<string, OperationResponse> {
  const success: JsonSchema = {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: { code: { const: 0 }, message: { const: 'OK' }, data: describeSchema(call.output, 'given', schemas) },
  };
  return { 200: { description: 'Done.', content: { 'application/json': { schema: success } } }, ...describeRefusals(call) };
}

/** The schema of every refusal. */
export const refusalSchema: JsonSchema = {
  type: 'object',
  required: ['code', 'message', 'requestId'],
  properties: {
    code: { type: 'string', enum: Object.keys(errorStatuses) },
    message: { type: 'string', description: 'For people, in the language that was asked for.' },
    detail: {
      type: 'object',
      description: 'More for programs. VALIDATION_FAILED names each field and why it was refused.',
      properties: { fields: { type: 'object', additionalProperties: { type: 'string' } } },
      examples: [{ fields: { amount: 'FORMAT' } }],
    },
    requestId: { type: 'string', description: 'To quote when asking about it.' },
  },
};

function describeRefusals(call: CallDefinition): Record<string, OperationResponse> {
  const codesByStatus = Map.groupBy(errorsOf(call), (code) => errorStatuses[code]);
  return Object.fromEntries([...codesByStatus].map(([status, codes]) => [String(status), describeRefusal(status, codes)]));
}

function describeRefusal(status: number, codes: ErrorCode[]): OperationResponse {
  const schema: JsonSchema = {
    allOf: [{ $ref: '#/components/schemas/Refusal' }, { type: 'object', properties: { code: { enum: codes } } }],
  };
  return {
    description: codes.join(', '),
    ...(status === 429 && { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }),
    content: { 'application/json': { schema } },
  };
}
