import { contract } from '../src/lib/api/contract/contract.ts';
import type { CallDefinition } from '../src/lib/api/contract/define-call.ts';
import { extensions } from '../src/lib/api/contract/extensions.ts';
import { describeAnswers, refusalSchema } from './open-api/describe-answers.ts';
import { describeSchema } from './open-api/describe-schema.ts';
import type { JsonSchema, OpenApiDocument, Operation, Parameter, PathItem } from './open-api/document.ts';
import { summaries } from './open-api/summaries.ts';

/** The contract as an OpenAPI 3.1 document. */
export function createOpenApiDocument({ serverUrl }: { serverUrl: string }): OpenApiDocument {
  const schemas: Record<string, JsonSchema> = { Refusal: refusalSchema };
  const paths: Record<string, PathItem> = {};
  const calls: Record<keyof typeof summaries, CallDefinition> = { ...contract, ...extensions };
  for (const [name, summary] of Object.entries(summaries)) {
    if (!isCallName(name, calls)) throw new Error(`${name} is not a call of the contract`);
    const call = calls[name];
    const operation = describeCall(name, summary, call, schemas);
    paths[call.path] = { ...paths[call.path], ...(call.method === 'GET' ? { get: operation } : { post: operation }) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'JuFi API', version: '1.0.0', description: INTRODUCTION },
    servers: [{ url: serverUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      parameters: PARAMETERS,
      headers: { RetryAfter: { description: 'Seconds to wait before the next try.', schema: { type: 'integer', minimum: 0 } } },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token of a sign-in: ends after 30 idle minutes or 12 hours.' },
      },
    },
  };
}

const INTRODUCTION = [
  'A success is HTTP 200 with code 0 and its data; a refusal is 4xx or 5xx with a code, a message for people and a request id.',
  '401 and 403 only ever mean that the session is over.',
  'Amounts are decimal strings, rates are whole basis points, times are UTC.',
  'A call that moves value takes an Idempotency-Key: the same key with the same body gives the first answer again for 24 hours.',
  'Any call can also be sent as a POST to /router, named in X-Api-Call (“GET /staking/info”), its query in X-Api-Query, its body unchanged.',
].join('\n\n');

const TAGS: Record<string, string> = {
  account: 'Signing in and out',
  profile: 'The member, their team, bonuses and roles',
  dashboard: 'Public figures, announcements and the vote',
  wallet: 'Balances, transfers and transactions',
  sales: 'Treasury purchases, JU power, insurance and the points score',
  staking: 'Stakes, turbo charge and claims',
};

const PARAMETERS: Record<string, Parameter> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description: 'A UUID made for this one intent, kept and sent again on every retry.',
    schema: { type: 'string', format: 'uuid' },
  },
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    required: false,
    description: 'One of the app’s codes, or BCP 47 tags; English otherwise.',
    schema: { type: 'string', default: 'en' },
  },
  Platform: { name: 'Platform', in: 'header', required: false, schema: { type: 'string', examples: ['WEB'] } },
};

function isCallName<Name extends string>(name: string, calls: Record<Name, CallDefinition>): name is Name {
  return Object.hasOwn(calls, name);
}

function describeCall(name: string, summary: string, call: CallDefinition, schemas: Record<string, JsonSchema>): Operation {
  const [, tag = ''] = call.path.split('/');
  const session: Record<string, string[]> = { session: [] };
  const shared = [...(call.idempotent ? ['IdempotencyKey'] : []), 'AcceptLanguage', 'Platform'];
  return {
    operationId: name,
    summary,
    tags: [tag],
    security: { public: [], optional: [{}, session], session: [session] }[call.auth],
    parameters: [...describeQuery(call, schemas), ...shared.map((parameter) => ({ $ref: `#/components/parameters/${parameter}` }))],
    ...(call.body && {
      // A POST with a query has its input there.
      requestBody: {
        required: call.query === undefined,
        content: { 'application/json': { schema: describeSchema(call.body, 'given', schemas) } },
      },
    }),
    responses: describeAnswers(call, schemas),
  };
}

function describeQuery(call: CallDefinition, schemas: Record<string, JsonSchema>): Parameter[] {
  if (!call.query) return [];
  const { required = [] } = describeSchema(call.query, 'given', {});
  return Object.entries(call.query.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: describeSchema(schema, 'meant', schemas),
  }));
}
