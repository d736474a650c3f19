import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import ts from 'typescript';

export interface PropertyReads {
  /** Dotted names of an interface's properties, nested ones included, that none of the files reads but the one that declares them. */
  unreadOf: (path: string, interfaceName: string) => string[];
}

/** Types of packages aren't loaded: properties that only a package reads count as unread. */
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ESNext,
  lib: ['lib.es2024.d.ts'],
  types: [],
};

/**
 * Finds the properties that files read, by type, so that `settings.port` isn't taken for another `port`. Writing a property and handing it on, as
 * `{ port: settings.port }` and `{ ...settings }` do, reads nothing yet: then it counts whether the property it's handed to is read.
 */
export function findPropertyReads(paths: readonly string[], sources: ReadonlyMap<string, string> = new Map()): PropertyReads {
  const program = ts.createProgram([...paths], OPTIONS, hostOf(sources));
  const checker = program.getTypeChecker();
  /** The files that read a property, by its declaration. */
  const readers = new Map<ts.Node, Set<string>>();
  const handedTo = new Map<ts.Node, Set<ts.Node>>();

  const read = (property: ts.Symbol | undefined, at: ts.Node): void => {
    for (const declaration of property?.declarations ?? []) addTo(readers, declaration, at.getSourceFile().fileName);
  };
  const hand = (from: ts.Symbol | undefined, to: ts.Symbol | undefined): void => {
    for (const source of from?.declarations ?? [])
      for (const target of to?.declarations ?? []) if (source !== target) addTo(handedTo, source, target);
  };
  const handAll = (expression: ts.Expression, receiver: ts.Type | undefined): void => {
    if (receiver === undefined) return;
    for (const property of checker.getTypeAtLocation(expression).getProperties()) hand(property, receiver.getProperty(property.name));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && !isWritten(node)) {
      const property = checker.getSymbolAtLocation(node.name);
      const receiver = receiverOf(node, checker);
      if (receiver === undefined) read(property, node);
      else hand(property, receiver);
    } else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent) && node.dotDotDotToken === undefined) {
      const name = node.propertyName ?? node.name;
      if (ts.isIdentifier(name)) read(checker.getTypeAtLocation(node.parent).getProperty(name.text), node);
    } else if (ts.isSpreadAssignment(node)) {
      handAll(node.expression, checker.getContextualType(node.parent));
    }
    ts.forEachChild(node, visit);
  };
  for (const path of paths) {
    const source = program.getSourceFile(path);
    if (source !== undefined) visit(source);
  }

  const isRead = (declaration: ts.Node, home: string, seen = new Set<ts.Node>()): boolean => {
    if (seen.has(declaration)) return false;
    seen.add(declaration);
    if ([...(readers.get(declaration) ?? [])].some((file) => file !== home)) return true;
    return [...(handedTo.get(declaration) ?? [])].some((next) => isRead(next, home, seen));
  };
  return {
    unreadOf: (path, interfaceName) => {
      const file = program.getSourceFile(path);
      const declared = file?.statements.find((statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === interfaceName);
      if (declared === undefined) throw new Error(`${path} declares no interface ${interfaceName}`);
      return propertiesIn(declared)
        .filter((property) => !isRead(property, path))
        .map(nameOf);
    },
  };
}

function hostOf(sources: ReadonlyMap<string, string>): ts.CompilerHost {
  const host = ts.createCompilerHost(OPTIONS);
  const isThere = (path: string): boolean => sources.has(path) || existsSync(path);
  return {
    ...host,
    fileExists: isThere,
    readFile: (path) => sources.get(path) ?? host.readFile(path),
    getSourceFile: (path, options) => {
      const text = sources.get(path);
      return text === undefined ? host.getSourceFile(path, options) : ts.createSourceFile(path, text, options);
    },
    resolveModuleNameLiterals: (literals, containing) =>
      literals.map(({ text }) => {
        const path = resolve(dirname(containing), text);
        const isOwn = text.startsWith('.') && path.endsWith('.ts') && isThere(path);
        return { resolvedModule: isOwn ? { resolvedFileName: path, extension: ts.Extension.Ts } : undefined };
      }),
  };
}

function isWritten(node: ts.PropertyAccessExpression): boolean {
  return ts.isBinaryExpression(node.parent) && node.parent.left === node && node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
}

/** The property that `{ name: settings.property }` hands it to. */
function receiverOf(node: ts.PropertyAccessExpression, checker: ts.TypeChecker): ts.Symbol | undefined {
  const { parent } = node;
  if (!ts.isPropertyAssignment(parent) || parent.initializer !== node || !ts.isIdentifier(parent.name)) return undefined;
  return checker.getContextualType(parent.parent)?.getProperty(parent.name.text);
}

function propertiesIn(node: ts.Node): ts.PropertySignature[] {
  const found: ts.PropertySignature[] = [];
  const collect = (child: ts.Node): void => {
    if (ts.isPropertySignature(child)) found.push(child);
    ts.forEachChild(child, collect);
  };
  collect(node);
  return found;
}

function nameOf(property: ts.PropertySignature): string {
  const names: string[] = [];
  for (let node: ts.Node = property; !ts.isInterfaceDeclaration(node); node = node.parent)
    if (ts.isPropertySignature(node)) names.unshift(node.name.getText());
  return names.join('.');
}

function addTo<Key, Value>(map: Map<Key, Set<Value>>, key: Key, value: Value): void {
  map.set(key, (map.get(key) ?? new Set()).add(value));
}
