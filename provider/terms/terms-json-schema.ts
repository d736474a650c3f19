import { z } from 'zod';
import { economySchema } from '../economy.ts';

/** The part of JSON Schema that is used here. */
export interface TermsNode {
  description?: string;
  properties?: Record<string, TermsNode>;
  items?: TermsNode;
  [more: string]: unknown;
}

/** For editors; only `terms check` knows how values depend on each other. */
export function termsJsonSchema(): TermsNode {
  const schema = z.toJSONSchema(economySchema) as TermsNode;
  const properties = { $schema: { type: 'string', description: 'where an editor finds the schema' }, ...schema.properties };
  return { ...schema, title: 'JuFi’s terms', properties };
}
