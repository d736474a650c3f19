import { type ParseError, parse, printParseErrorCode, visit } from 'jsonc-parser';
import { type Economy, economySchema } from '../economy.ts';

export type ParsedTerms = { economy: Economy } | { mistakes: string[] };

/** Terms as an operator writes them: JSON with comments. Each error says where it is. */
export function parseTerms(text: string): ParsedTerms {
  const errors: ParseError[] = [];
  const document: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) return { mistakes: [`line ${lineOf(text, first.offset)}: ${printParseErrorCode(first.error)}`] };
  const repeated = findRepeated(text);
  if (repeated.length > 0) return { mistakes: repeated };
  return checkTerms(withoutEditorsKey(document));
}

export function checkTerms(document: unknown): ParsedTerms {
  const checked = economySchema.safeParse(document);
  if (checked.success) return { economy: checked.data };
  return { mistakes: checked.error.issues.map(({ path, message }) => (path.length === 0 ? message : `${pathText(path)}: ${message}`)) };
}

/** For example `roles[2].priceUsdt`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`)).join('');
}

/** Duplicate keys are refused, because parsers silently use the second value. */
function findRepeated(text: string): string[] {
  const seen: Set<string>[] = [];
  const repeated: string[] = [];
  visit(text, {
    onObjectBegin: () => void seen.push(new Set()),
    onObjectEnd: () => void seen.pop(),
    onObjectProperty: (name, offset) => {
      const names = seen.at(-1);
      if (names?.has(name) === true) repeated.push(`line ${lineOf(text, offset)}: "${name}" is written twice`);
      names?.add(name);
    },
  });
  return repeated;
}

function withoutEditorsKey(document: unknown): unknown {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return document;
  return Object.fromEntries(Object.entries(document).filter(([key]) => key !== '$schema'));
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
