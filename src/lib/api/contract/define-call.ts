import type { ErrorCode } from './error-codes.ts';
import type { z } from './zod.ts';

/** Who may call: anyone, anyone with more for members, or members. */
export type Access = 'public' | 'optional' | 'session';

/**
 * One call of the API. Its input is its query if it has one, otherwise its body. A POST with a query has no input in its body, which is then absent or
 * `{}`. `idempotent`: the call moves value and takes an Idempotency-Key. `errors` are its own refusals; `errorsOf` adds those that any call can have.
 */
export interface CallDefinition {
  readonly method: 'GET' | 'POST';
  readonly path: `/${string}`;
  readonly auth: Access;
  /** Whether it also accepts the token of a login link that hasn't been exchanged. */
  readonly takesLink?: boolean;
  readonly idempotent: boolean;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniObject;
  readonly output: z.ZodMiniObject;
  readonly errors: readonly ErrorCode[];
}

// @__NO_SIDE_EFFECTS__
export function defineCall<const Definition extends CallDefinition>(definition: Definition): Definition {
  return definition;
}

/** What a client passes to a call. Query values are typed (a page is a number), and null ones are dropped. */
export type InputOf<Definition extends CallDefinition> = Definition extends { query: infer Query extends z.ZodMiniObject }
  ? ClientQuery<Query>
  : Definition extends { body: infer Body extends z.ZodMiniObject }
    ? z.input<Body>
    : Record<string, never>;

/** The input after the provider's validation. */
export type QueryOf<Definition extends CallDefinition> = Definition extends { query: infer Query extends z.ZodMiniObject }
  ? z.output<Query>
  : Record<string, never>;
export type BodyOf<Definition extends CallDefinition> = Definition extends { body: infer Body extends z.ZodMiniObject }
  ? z.output<Body>
  : Record<string, never>;

/** The `data` of a response, as a client has read it. */
export type DataOf<Definition extends CallDefinition> = z.output<Definition['output']>;
/** The same as the provider writes it: amounts are decimal strings. */
export type SentDataOf<Definition extends CallDefinition> = z.input<Definition['output']>;

type ClientQuery<Query extends z.ZodMiniObject> = {
  [Name in keyof z.output<Query> as IsOptional<z.input<Query>, Name> extends true ? never : Name]: z.output<Query>[Name];
} & {
  [Name in keyof z.output<Query> as IsOptional<z.input<Query>, Name> extends true ? Name : never]?:
    | z.output<Query>[Name]
    | null
    | undefined;
};

type IsOptional<Fields, Name extends PropertyKey> = Name extends keyof Fields ? (undefined extends Fields[Name] ? true : false) : true;
