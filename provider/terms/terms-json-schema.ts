import { z } from 'zod';
import { economySchema } from '../economy.ts';

/** As much of a JSON Schema as is read here. */
export interface TermsNode {
  description?: string;
  properties?: Record<string, TermsNode>;
  items?: TermsNode;
  [more: string]: unknown;
}

/** For editors; what values must be to each other, only `terms check` knows. */
export function termsJsonSchema(): TermsNode {
  const schema = z.toJSONSchema(economySchema) as TermsNode;
  const properties = { $schema: { type: 'string', description: 'where an editor finds the schema' }, ...schema.properties };
  return { ...schema, title: 'JuFi’s terms', properties };
}
