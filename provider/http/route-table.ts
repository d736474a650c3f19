import type { CallDefinition } from '../../src/lib/api/contract/define-call.ts';
import type { Handler } from './call-context.ts';
import { Refusal } from './refusal.ts';
import type { Call } from './serve-call.ts';

export interface RouteTable {
  /** The call for a method and a path, or a refusal: 404 for an unknown path, 405 for a method the path doesn't support. */
  find(method: string, path: string): Call;
  methodsOf(path: string): readonly string[];
}

export function createRouteTable(
  definitions: Readonly<Record<string, CallDefinition>>,
  handlerOf: (name: string) => Handler<CallDefinition>,
): RouteTable {
  const byPath = new Map<string, Map<string, Call>>();
  for (const [name, definition] of Object.entries(definitions)) {
    const byMethod = byPath.get(definition.path) ?? new Map<string, Call>();
    if (byMethod.has(definition.method)) throw new Error(`two calls are ${definition.method} ${definition.path}`);
    byMethod.set(definition.method, { definition, handle: handlerOf(name) });
    byPath.set(definition.path, byMethod);
  }
  const methodsOf = (path: string): string[] =>
    [...(byPath.get(path)?.keys() ?? [])].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return {
    methodsOf,
    find(method, path) {
      const byMethod = byPath.get(path);
      if (byMethod === undefined) throw new Refusal('NOT_FOUND');
      const call = byMethod.get(method === 'HEAD' ? 'GET' : method);
      if (call === undefined) throw new Refusal('METHOD_NOT_ALLOWED', { headers: { allow: methodsOf(path).join(', ') } });
      return call;
    },
  };
}
