import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { createOpenApiDocument } from '../../provider/open-api/open-api.ts';
import { contract } from '../../src/lib/api/contract/contract.ts';
import type { CallDefinition } from '../../src/lib/api/contract/define-call.ts';
import { errorStatuses } from '../../src/lib/api/contract/error-codes.ts';
import { errorsOf, extensions } from '../../src/lib/api/contract/extensions.ts';

const document = createOpenApiDocument({ serverUrl: 'https://jufi.example/api' });
const calls: [string, CallDefinition][] = Object.entries({ ...contract, ...extensions });

function operationOf({ method, path }: CallDefinition) {
  const operation = document.paths[path]?.[method === 'GET' ? 'get' : 'post'];
  if (!operation) throw new Error(`the document lacks ${method} ${path}`);
  return operation;
}

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => (key === '$ref' ? [String(inner)] : references(inner)));
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone({ ...document }));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  it('passes the validator that rejects a broken one', async () => {
    const broken = structuredClone({ ...document, paths: { '/x': { get: { responses: 'none' } } } });
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it('holds the calls of the contract and no other', () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.toSorted()).toEqual(calls.map(([, { method, path }]) => `${method} ${path}`).toSorted());
  });

  it('refers to nothing it does not hold', () => {
    const held = Object.entries(document.components).flatMap(([kind, entries]) =>
      Object.keys(entries).map((name) => `#/components/${kind}/${name}`),
    );
    expect(references(document).filter((reference) => !held.includes(reference))).toEqual([]);
    const kinds = ['schemas', 'parameters', 'headers'];
    const used = new Set(references(document));
    expect(held.filter((name) => kinds.includes(name.split('/')[2] ?? '') && !used.has(name))).toEqual([]);
  });

  it('leaves nothing of JSON Schema documents of their own', () => {
    expect(JSON.stringify(document)).not.toMatch(/\$defs|\$schema/);
  });

  it.each(calls)('says of %s who may call it and what it can answer', (name, call) => {
    const operation = operationOf(call);
    expect(operation.operationId).toBe(name);
    expect(operation.security).toEqual({ public: [], optional: [{}, { session: [] }], session: [{ session: [] }] }[call.auth]);
    const statuses = new Set(['200', ...errorsOf(call).map((code) => String(errorStatuses[code]))]);
    expect(new Set(Object.keys(operation.responses))).toEqual(statuses);
    expect(references(operation.parameters).includes('#/components/parameters/IdempotencyKey')).toBe(call.idempotent);
    expect(operation.requestBody !== undefined).toBe(call.method === 'POST');
  });

  it('describes queries by what their values mean', () => {
    expect(operationOf(contract.bonusLog).parameters.slice(0, 3)).toEqual([
      { name: 'page', in: 'query', required: false, schema: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 } },
      { name: 'size', in: 'query', required: false, schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
      { name: 'kind', in: 'query', required: false, schema: { type: 'string', enum: ['TREASURY', 'ROLE'] } },
    ]);
    expect(operationOf(contract.nonce).parameters[0]).toMatchObject({ name: 'address', required: true });
  });

  it('lets bodies have the fields of the contract only, and answers more', () => {
    const body = operationOf(contract.vote).requestBody;
    expect(body?.required).toBe(true);
    expect(body?.content['application/json'].schema).toMatchObject({ additionalProperties: false, required: ['pollId', 'optionId'] });
    expect(operationOf(contract.editUserProfile).requestBody?.required).toBe(false);
    expect(document.components.schemas['UserInfo']).not.toHaveProperty('additionalProperties');
  });
});
